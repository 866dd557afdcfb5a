import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TrafficEvent } from '../../../clients/typescript/wire.ts';
import type { ExperimentDeclaration } from '../../../domain/quality/experiments/declaration.ts';
import type { FaultPlan } from '../../../providers/playback/fault-plan.ts';
import type { RecordedAnswer } from '../../../providers/playback/recorded-answer.ts';
import { createDatasetStore } from '../../../store/quality/datasets/dataset-store.ts';
import { createExperimentRunStore } from '../../../store/quality/experiments/experiment-run-store.ts';
import { createExperimentStore } from '../../../store/quality/experiments/experiment-store.ts';
import { DEMO_TENANCY } from '../../../store/tenancy/demo-tenancy.ts';
import { startPlaybackProvider, type PlaybackProvider } from '../../../testing/comparisons/playback-provider.ts';
import {
  BASELINE_MODEL,
  CANDIDATE_MODEL,
  JUDGE_MODEL,
  makeComparisonSetup,
  setBudget,
} from '../../../testing/comparisons/started-run.ts';
import { makeMember } from '../../../testing/quality/make-dataset-member.ts';
import { makeArm, makeDeclaration } from '../../../testing/quality/make-experiment.ts';
import { retryUntilAnswered } from '../../../testing/scenarios/retry-until-answered.ts';
import type { Stage } from '../../../testing/scenarios/scenario.ts';
import { waitUntilLoaded } from '../judges/find-judging-faults.ts';
import { answeredRequest, openJudgedWorkspace } from '../judges/judged-workspace.ts';

const ITEMS = 6;
/** A budget that no test reaches. */
const BUDGET = 1_000_000_000_000n;
const clock = { now: () => new Date() };

const numbers = Array.from({ length: ITEMS }, (_, index) => index);
const ask = (number: number): string => `How much is ${number} times 7?`;
const usage = { input_tokens: 20, output_tokens: 5 };

/** The judge passes every answer, except those of the baseline to odd numbers. */
export function expectedVerdict(requestId: string, arm: string): 'pass' | 'fail' {
  return arm === 'a' && Number(requestId.split('-').at(-1)) % 2 === 1 ? 'fail' : 'pass';
}

const ANSWERS: readonly RecordedAnswer[] = numbers.flatMap((number) => [
  { prompt: ask(number), model: BASELINE_MODEL, text: `It is ${number * 7 + (number % 2)}.`, usage },
  { prompt: ask(number), model: CANDIDATE_MODEL, text: `It is ${number * 7}.`, usage },
  {
    contains: [ask(number), `"answer":"It is ${number * 7}."`],
    model: JUDGE_MODEL,
    structured: { reason: 'So.', verdict: 'pass' },
    usage,
  },
  { contains: [ask(number)], model: JUDGE_MODEL, structured: { reason: 'No.', verdict: 'fail' }, usage },
]);

/** A provider, and processes that capture content and have a judge. */
export interface ExperimentSite {
  readonly provider: PlaybackProvider;
  /** Variables of a process that uses the judge. */
  readonly env: Readonly<Record<string, string>>;
  /** Restores the processes of the scenario. */
  readonly close: () => Promise<void>;
}

/** Starts a provider and an API that captures content. */
export async function openExperimentSite({ world }: Stage, plan: FaultPlan): Promise<ExperimentSite> {
  const provider = await startPlaybackProvider(ANSWERS, plan);
  const folder = mkdtempSync(join(tmpdir(), 'truetally-experiments-'));
  const path = join(folder, 'configuration.yaml');
  // The judge scores no traffic by itself.
  writeFileSync(
    path,
    `dashboard: { capture: { request: true, response: true, path: ${join(folder, 'content')} } }
evals:
  evaluators:
    - id: judge.correctness
      sample_rate: 0
      max_usd_per_day: 100
      judge: { external: allow, model: ${JUDGE_MODEL}, api_key_env: JUDGE_KEY, endpoint_env: JUDGE_CHAT }
`,
  );
  writeFileSync(join(folder, 'key'), 'any-eight-characters');
  const env = {
    TRUETALLY_CONFIG: path,
    JUDGE_KEY: 'any-eight-characters',
    JUDGE_CHAT: `${provider.endpoint}/v1`,
    ARMS_KEY: join(folder, 'key'),
  };
  await world.kill('api');
  await world.start('api', env);
  return {
    provider,
    env,
    async close() {
      for (const name of ['worker', 'api'] as const) {
        await world.kill(name);
        await world.start(name);
      }
      await provider.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A workspace with a dataset of captured requests. */
export interface ExperimentWorkspace {
  readonly workspaceId: string;
  readonly items: number;
  /** Declares another replay over the dataset. Returns the id of the experiment. */
  declare(): Promise<string>;
  /** Starts a run. Returns its id. */
  start(experimentId: string): Promise<string>;
  /** Requests the cancellation of a run. */
  cancel(runId: string): Promise<boolean>;
}

/** Sends requests with their content, and builds a dataset of them. */
export async function openExperimentWorkspace(
  stage: Stage,
  { provider, env }: ExperimentSite,
): Promise<ExperimentWorkspace> {
  const { pool } = stage;
  const { workspaceId, leaf, client } = await openJudgedWorkspace(stage);
  const at = new Date().toISOString();
  const ids = numbers.map((number) => `${workspaceId}-${number}`);
  const events = ids.flatMap((id, number): TrafficEvent[] => {
    const about = { schema: 1, logical_request_id: id, admitted_at: at } as const;
    return [answeredRequest(id, at), { event: 'content', ...about, request: ask(number), response: 'As ever.' }];
  });
  const receipt = await retryUntilAnswered(() => client.traffic.send(events));
  if (receipt.refused > 0) throw new Error(`${receipt.refused} lines were refused`);
  await waitUntilLoaded(stage, 'request_terminals_v1', { workspaceId, rows: ITEMS });
  const parts = { pool, clock };
  const tenancy = { workspaceId, ...leaf, ownerId: DEMO_TENANCY.subjects.owner };
  const key = { kind: 'file', path: env['ARMS_KEY'] ?? '' } as const;
  const { connectionId } = await makeComparisonSetup(parts, tenancy, { endpoint: provider.endpoint, key });
  await setBudget(parts, workspaceId, BUDGET);
  const { dataset } = await createDatasetStore(pool, clock).create(
    { callerId: 'tok_crash', idempotencyKey: undefined, fingerprint: '' },
    {
      ...{ workspaceId, name: 'Sums', builder: 'from_filter', definition: {}, createdBy: 'tok_crash' },
      ...{ duplicates: { requests: 0, contents: 0 }, retentionGeneration: undefined, appended: undefined },
      members: ids.map((id) => makeMember(id, { environmentId: leaf.environmentId, admittedAtMs: Date.parse(at) })),
    },
  );
  const declaration: ExperimentDeclaration = makeDeclaration({
    ...{ dataset_id: dataset.datasetId, instrument: 'replay' },
    arms: [
      makeArm('a', { model: BASELINE_MODEL, connection_id: connectionId, parameters: { max_output_tokens: 100 } }),
      makeArm('b', { model: CANDIDATE_MODEL, connection_id: connectionId, parameters: { max_output_tokens: 100 } }),
    ],
  });
  const experiments = createExperimentStore(pool, clock);
  const runs = createExperimentRunStore(pool, clock);
  const by = { name: 'Sums', pinnedDigest: dataset.digest, createdBy: 'tok_crash' };
  return {
    workspaceId,
    items: ITEMS,
    declare: async () => (await experiments.create({ workspaceId, declaration, ...by })).experimentId,
    async start(experimentId) {
      const run = await runs.start({ workspaceId, experimentId, startedBy: 'tok_crash' });
      if (run?.state !== 'running') throw new Error(`The run is ${run?.state ?? 'unknown'}.`);
      return run.runId;
    },
    cancel: (runId) => runs.cancel(workspaceId, runId, 'tok_crash'),
  };
}
