import type { FaultPlan } from '../../../providers/playback/fault-plan.ts';
import type { PlaybackProvider } from '../../../testing/comparisons/playback-provider.ts';
import type { ScenarioOutcome, Scenario, Stage } from '../../../testing/scenarios/scenario.ts';
import { createComparingWorkspaces, planRun, startProvider, startRun, type PlannedRun } from './comparing-workspace.ts';
import { assessComparisons, waitUntilEnded } from './find-comparison-faults.ts';
import { playRandomComparisonKills } from './play-random-comparison-kills.ts';

/** Every step from the start of a run to its end, and of its traffic from the outbox to the facts. */
const FAULT_POINTS = [
  'relay.before_start',
  'relay.after_start',
  'comparison.after_begin',
  'comparison.after_reserve',
  'comparison.before_settle',
  'comparison.after_settle',
  'comparison.before_scoring',
  'comparison.after_scoring',
  'judge.after_reserve',
  'judge.before_settle',
  'judge.after_settle',
  'comparison.before_end',
  'comparison.after_end',
  'indexer.before_plan',
  'indexer.before_commit',
  'indexer.after_plan',
  'indexer.between_tables',
  'indexer.after_insert',
  'indexer.after_loaded',
] as const;

const QUICK: FaultPlan = { latency_ms: 50, faults: [] };

/** Comparison runs with a crash. No call is paid twice, every run ends, and its spend equals the bill. */
export const COMPARISON_SCENARIOS: readonly Scenario[] = [
  ...FAULT_POINTS.map((point) => compared(`worker killed at ${point}`, killedAt(point))),
  compared('api killed between commit and answer', apiKilledAfterCommit),
  { name: 'comparisons: killed at random', play: playRandomComparisonKills },
];

type Breakage = (stage: Stage, start: () => Promise<unknown>) => Promise<unknown>;

/** Two labelled runs and a judged run that start during a failure. */
function compared(name: string, breakAndMend: Breakage): Scenario {
  return {
    name: `comparisons: ${name}`,
    async play(stage): Promise<ScenarioOutcome> {
      const provider = await startProvider(QUICK);
      try {
        const runs = await planRuns(stage, provider);
        await breakAndMend(stage, () => Promise.all(runs.map(startRun)));
        const { faults } = await assessComparisons(stage, provider, runs);
        return { runs: [], faults };
      } finally {
        await provider.close();
      }
    },
  };
}

async function planRuns(stage: Stage, provider: PlaybackProvider): Promise<PlannedRun[]> {
  const workspaces = await createComparingWorkspaces(stage, provider, 1);
  // Load the marker of the route's release first, so that the kill of an indexer does not happen at the marker.
  await waitUntilEnded(stage, []);
  return Promise.all(
    workspaces.flatMap((workspace) =>
      (['labeled', 'judged', 'labeled'] as const).map((kind) => planRun(workspace, kind)),
    ),
  );
}

function killedAt(point: string): Breakage {
  return async ({ world }, start) => {
    await world.kill('worker');
    await world.start('worker', { TRUETALLY_FAULT_POINT: point });
    await start();
    await world.ended('worker');
    await world.start('worker');
  };
}

async function apiKilledAfterCommit({ world }: Stage, start: () => Promise<unknown>): Promise<void> {
  await world.kill('api');
  await world.start('api', { TRUETALLY_FAULT_POINT: 'api.comparison_run_committed' });
  const started = start();
  await world.ended('api');
  await world.start('api');
  await started;
}
