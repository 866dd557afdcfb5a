import type { FaultPlan } from '../../../providers/playback/fault-plan.ts';
import type { Scenario, ScenarioOutcome, Stage } from '../../../testing/scenarios/scenario.ts';
import { openExperimentSite, openExperimentWorkspace } from './experiment-workspace.ts';
import { assessExperiments } from './find-experiment-faults.ts';
import { playRandomExperimentKills } from './play-random-experiment-kills.ts';

/** Every step from the start of a run to its end. */
const FAULT_POINTS = [
  'relay.before_start',
  'relay.after_start',
  'experiment.after_begin',
  'experiment.after_prepare',
  'experiment_answer.after_reserve',
  'experiment_answer.before_settle',
  'experiment_answer.after_settle',
  'experiment.before_verdicts',
  'experiment_judge.after_reserve',
  'experiment_judge.before_settle',
  'experiment_judge.after_settle',
  'experiment.before_end',
  'experiment.after_end',
] as const;

const QUICK: FaultPlan = { latency_ms: 50, faults: [] };

/**
 * Runs of experiments whose worker is killed. No call is paid twice, every run ends with the figures of its cells, and
 * another run gives the same figures.
 */
export const EXPERIMENT_SCENARIOS: readonly Scenario[] = [
  ...FAULT_POINTS.map((point) => ({
    name: `quality experiments: worker killed at ${point}`,
    play: (stage: Stage) => experimentWhile(stage, point),
  })),
  { name: 'quality experiments: killed at random', play: playRandomExperimentKills },
];

async function experimentWhile(stage: Stage, point: string): Promise<ScenarioOutcome> {
  const { world } = stage;
  const site = await openExperimentSite(stage, QUICK);
  try {
    const workspace = await openExperimentWorkspace(stage, site);
    const experimentId = await workspace.declare();
    await world.kill('worker');
    await world.start('worker', { ...site.env, TRUETALLY_FAULT_POINT: point });
    const killed = await workspace.start(experimentId);
    await world.ended('worker');
    await world.start('worker', site.env);
    const { faults } = await assessExperiments(stage, site.provider, workspace, [killed]);
    const rerun = await workspace.start(experimentId);
    const both = await assessExperiments(stage, site.provider, workspace, [killed, rerun]);
    const [first, second] = both.runs;
    // A call of unknown effect leaves a gap, which only the first run has.
    const isSame = first?.unknown !== 0 || first.digest === second?.digest;
    const differs = isSame ? [] : [`${rerun} has other figures than ${killed}`];
    return { runs: [], faults: [...faults, ...both.faults, ...differs] };
  } finally {
    await site.close();
  }
}
