import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TruetallyProblemError } from '../../../clients/typescript/errors.ts';
import { createTruetallyClient, type TruetallyClient } from '../../../clients/typescript/truetally-client.ts';
import type { FaultPlan } from '../../../providers/playback/fault-plan.ts';
import type { RecordedAnswer } from '../../../providers/playback/recorded-answer.ts';
import { DEMO_TENANCY } from '../../../store/tenancy/demo-tenancy.ts';
import { startPlaybackProvider, type PlaybackProvider } from '../../../testing/comparisons/playback-provider.ts';
import {
  BASELINE_MODEL,
  CANDIDATE_MODEL,
  JUDGE_MODEL,
  makeComparisonSetup,
  setBudget,
  type ComparisonSetup,
} from '../../../testing/comparisons/started-run.ts';
import { balancedFetch } from '../balanced-fetch.ts';
import { retryUntilAnswered } from '../../../testing/scenarios/retry-until-answered.ts';
import { newWorkspace } from '../../../testing/scenarios/new-workspace.ts';
import type { Stage } from '../../../testing/scenarios/scenario.ts';

const CASES = 4;
/** A budget that no test reaches. */
const BUDGET = 1_000_000_000_000n;
const CEILING = '1000000000';

const numbers = Array.from({ length: CASES }, (_, index) => index + 1);
const ask = (number: number): string => `How much is ${number} times 7?`;
const usage = { input_tokens: 20, output_tokens: 5 };

/** The baseline is correct for even numbers, and the candidate for all numbers. The judge agrees with the notes. */
const ANSWERS: readonly RecordedAnswer[] = [
  ...numbers.flatMap((number) => [
    { prompt: ask(number), model: BASELINE_MODEL, text: `#### ${number * 7 + (number % 2)}`, usage },
    { prompt: ask(number), model: CANDIDATE_MODEL, text: `#### ${number * 7}`, usage },
    {
      contains: [`It is ${number * 7}.`, `#### ${number * 7}"`],
      model: JUDGE_MODEL,
      structured: { reason: 'As the notes say.', verdict: 'pass' },
      usage,
    },
  ]),
  { contains: ['#### '], model: JUDGE_MODEL, structured: { reason: 'No.', verdict: 'fail' }, usage },
];

/** A separate workspace that may compare a route, over connections to a test provider. */
export interface ComparingWorkspace {
  readonly place: ComparisonSetup;
  readonly client: TruetallyClient;
  readonly caseIds: readonly string[];
}

/** A planned run. */
export interface PlannedRun {
  readonly workspace: ComparingWorkspace;
  readonly comparisonId: string;
  readonly runId: string;
}

export const startProvider = (plan: FaultPlan): Promise<PlaybackProvider> => startPlaybackProvider(ANSWERS, plan);

/** Creates a number of workspaces in the demo's organization. Their connections lead to the provider. */
export async function createComparingWorkspaces(
  { pool, world, place: caller }: Stage,
  provider: PlaybackProvider,
  count: number,
): Promise<ComparingWorkspace[]> {
  const clock = { now: () => new Date() };
  const { organizationId } = caller;
  const keyFile = join(dirname(world.journalFolder), 'provider-key');
  writeFileSync(keyFile, 'any-eight-characters');
  const make = async (): Promise<ComparingWorkspace> => {
    const { workspaceId, leaf } = await newWorkspace(pool, organizationId);
    const tenancy = { workspaceId, ...leaf, ownerId: DEMO_TENANCY.subjects.owner };
    const setup = await makeComparisonSetup({ pool, clock }, tenancy, {
      endpoint: provider.endpoint,
      key: { kind: 'file', path: keyFile },
    });
    await setBudget({ pool, clock }, workspaceId, BUDGET);
    const client = createTruetallyClient({
      ...caller,
      ...{ workspaceId, ...leaf },
      fetch: balancedFetch(world.origins),
      timeoutMs: 10_000,
    });
    const cases = numbers.map((number) => ({
      messages: [{ role: 'user' as const, content: ask(number) }],
      label: { kind: 'number' as const, expected: String(number * 7), tolerance: '0' },
      reference_notes: `It is ${number * 7}.`,
      critical: false,
    }));
    const { data } = await client.cases.create({ cases });
    return { place: setup, client, caseIds: data.cases.map(({ case_id }) => case_id) };
  };
  return Promise.all(Array.from({ length: count }, make));
}

/** Plans a run of another comparison, over all cases of the workspace. */
export async function planRun(workspace: ComparingWorkspace, kind: 'labeled' | 'judged'): Promise<PlannedRun> {
  const { client, place: setup, caseIds } = workspace;
  const { comparisons } = client;
  const { data: comparison } = await comparisons.create({
    name: `A ${kind} one`,
    kind,
    route_id: setup.routeId,
    acceptance_rule: {
      confidence: '0.80',
      quality: { kind: 'better' },
      tolerated_unknowns: 0,
      critical_cases_must_pass: false,
    },
  });
  const { comparison_id: comparisonId } = comparison;
  const { data: sample } = await comparisons.samples.publish(comparisonId, {
    cases: caseIds.map((case_id) => ({ case_id, version: '1' })),
  });
  const { data: run } = await comparisons.runs.preflight(comparisonId, {
    sample_id: sample.sample_id,
    candidate: {
      connection_id: setup.connectionId,
      model: CANDIDATE_MODEL,
      system: 'Answer with a number.',
      parameters: { max_output_tokens: 100 },
    },
    ...(kind === 'judged' && {
      judge: { connection_id: setup.judgeId, model: JUDGE_MODEL, max_output_tokens: 200 },
    }),
  });
  return { workspace, comparisonId, runId: run.run_id };
}

/** Starts the run, and retries until the API accepts the start. */
export async function startRun({ workspace, comparisonId, runId }: PlannedRun): Promise<void> {
  const { runs } = workspace.client.comparisons;
  const body = { run_id: runId, spend_ceiling_nano_usd: CEILING };
  await retryUntilAnswered(() => runs.start(comparisonId, body, { idempotencyKey: runId }));
}

/** Cancels the run. A run that has already ended does not change. */
export async function cancelRun({ workspace, comparisonId, runId }: PlannedRun): Promise<void> {
  const { runs } = workspace.client.comparisons;
  await retryUntilAnswered(() => runs.cancel(comparisonId, runId)).catch((error: unknown) => {
    if (!(error instanceof TruetallyProblemError) || error.status !== 409) throw error;
  });
}
