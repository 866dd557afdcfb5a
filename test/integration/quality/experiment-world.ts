import type { Client } from '@temporalio/client';
import { inject, onTestFinished, vi } from 'vitest';
import { createConnectionWaiters } from '../../../activities/comparisons/connection-waiters.ts';
import { createEndBatcher } from '../../../activities/comparisons/end-batcher.ts';
import { createExperimentActivities } from '../../../activities/quality/experiments/experiment-activities.ts';
import type { ExperimentRunPorts } from '../../../activities/quality/experiments/experiment-run-ports.ts';
import type {
  AnsweredFact,
  ExistingOutcome,
  ShadowFact,
} from '../../../analytics/quality/experiment-material-reader.ts';
import { EVALUATOR_VERSION, promptShaOf } from '../../../contracts/judges/methods/judge-prompts.ts';
import { subjectIdOf } from '../../../contracts/judges/subject-id-of.ts';
import { judgingEvaluators } from '../../../domain/judges/work/judging-evaluator.ts';
import { noFaultPoints, type FaultPoints } from '../../../domain/kernel/fault-points.ts';
import type { DatasetItem } from '../../../domain/quality/dataset-snapshot.ts';
import type { ExperimentDeclaration } from '../../../domain/quality/experiments/declaration.ts';
import { createModelCaller } from '../../../providers/caller/create-model-caller.ts';
import type { PlannedFault } from '../../../providers/playback/fault-plan.ts';
import type { RecordedAnswer } from '../../../providers/playback/recorded-answer.ts';
import { createModelPrices } from '../../../providers/prices/create-model-prices.ts';
import { loadPriceTable } from '../../../providers/prices/price-table.ts';
import { createConnectionStore } from '../../../store/gateway/connection-store.ts';
import { createExperimentCallStore } from '../../../store/quality/experiments/experiment-call-store.ts';
import { createExperimentRunStore } from '../../../store/quality/experiments/experiment-run-store.ts';
import { createExperimentRunTransitions } from '../../../store/quality/experiments/experiment-run-transitions.ts';
import { createExperimentStartStore } from '../../../store/quality/experiments/experiment-start-store.ts';
import { startPlaybackProvider, type PlaybackProvider } from '../../../testing/comparisons/playback-provider.ts';
import {
  BASELINE_MODEL,
  CANDIDATE_MODEL,
  makeComparisonSetup,
  setBudget,
  type ComparisonSetup,
} from '../../../testing/comparisons/started-run.ts';
import { openTemporalWorld } from '../../../testing/engines/temporal-world.ts';
import { makeArm, makeDeclaration } from '../../../testing/quality/make-experiment.ts';
import { createMadeExperiment, startRunOf } from '../../../testing/quality/started-experiment.ts';
import { silentLog } from '../../../testing/silent-log.ts';
import { makeTenancy, openStoreWorld, type StoreWorld } from '../../../testing/store/store-world.ts';
import { startExperimentWorkflow } from '../../../worker/relay/start-experiment-workflow.ts';
import { WORKER_QUEUES } from '../../../worker/worker-queues.ts';
import { workOnQueue } from '../../../worker/work-on-queue.ts';

const JUDGE = { model: 'gpt-4.1-mini', api_key_env: 'TEST_JUDGE_KEY', endpoint_env: 'TEST_CHAT' };

/** The judge of all made experiments. */
const EVALUATORS = judgingEvaluators({ evaluators: [{ id: 'judge.correctness', judge: JUDGE }] });

const ADMITTED = '2026-03-01T08:00:00.000Z';

/** The recorded verdict on an answer. */
export function recordVerdict(answer: string, verdict: string): RecordedAnswer {
  return { contains: [`"answer":"${answer}"`], structured: { reason: `It is ${verdict}.`, verdict } };
}

/** The items and what traffic tells of them; a test changes it before it runs an experiment. */
export interface MadeTraffic {
  readonly items: DatasetItem[];
  readonly facts: Map<string, AnsweredFact>;
  readonly shadows: ShadowFact[];
  readonly outcomes: Map<string, ExistingOutcome>;
  /** Question and answer by request. */
  readonly contents: Map<string, { readonly request?: string; readonly response?: string }>;
}

/** A workspace with a budget, whose connections lead to a provider. */
export interface ExperimentPlace {
  readonly setup: ComparisonSetup;
  readonly traffic: MadeTraffic;
  /** Adds an answered item with its content, and returns its id. */
  add(requestId: string, change?: { readonly request?: string; readonly response?: string }): string;
  /** The answered fact of a request of the workspace. */
  fact(requestId: string, change?: Partial<AnsweredFact>): AnsweredFact;
  experiment(change?: Partial<ExperimentDeclaration>): Promise<string>;
  /** A replay of the arms `a` and `b` over both models. */
  replay(): Partial<ExperimentDeclaration>;
}

/** Postgres, Temporal, and the other parts that runs of experiments need. Traffic is made. */
export interface ExperimentWorld {
  readonly store: StoreWorld;
  readonly client: Client;
  readonly runs: ReturnType<typeof createExperimentRunStore>;
  /** The judge subject of cells without a segment. */
  readonly subject: string;
  provider(answers: readonly RecordedAnswer[], faults?: PlannedFault[], latencyMs?: number): Promise<PlaybackProvider>;
  place(provider: PlaybackProvider, budget?: bigint): Promise<ExperimentPlace>;
  /** Starts a worker that runs until the test ends. */
  work(place: ExperimentPlace, faultPoints?: FaultPoints): void;
  /** Starts a run and its workflow in place of the relay. Returns the id of the run. */
  run(place: ExperimentPlace, experimentId: string): Promise<string>;
  close(): Promise<void>;
}

export async function openExperimentWorld(): Promise<ExperimentWorld> {
  const { namespace, connection, client } = await openTemporalWorld();
  const store = await openStoreWorld();
  const { pool, clock } = store;
  const table = await loadPriceTable();
  vi.stubEnv('TEST_PROVIDER_KEY', 'sk-of-the-playback-provider');
  vi.stubEnv('TEST_JUDGE_KEY', 'sk-of-the-playback-provider');
  const [judge] = EVALUATORS;
  if (judge === undefined) throw new Error('The judge of the tests is not configured.');
  return {
    store,
    client,
    runs: createExperimentRunStore(pool, clock),
    subject: subjectIdOf({
      ...{ judge_id: judge.evaluatorId, model: judge.model, prompt_sha: promptShaOf(judge) },
      ...{ eval_ver: EVALUATOR_VERSION, metric: judge.metric, segment: '' },
    }),
    async provider(answers, faults = [], latencyMs = 0) {
      const provider = await startPlaybackProvider(answers, { latency_ms: latencyMs, faults });
      onTestFinished(provider.close);
      vi.stubEnv('TEST_CHAT', `${provider.endpoint}/v1`);
      return provider;
    },
    async place(provider, budget = 1_000_000_000_000n) {
      const tenancy = await makeTenancy(store);
      const setup = await makeComparisonSetup(store, tenancy, { endpoint: provider.endpoint });
      await setBudget(store, setup.workspaceId, budget);
      return makePlace(store, setup, tenancy.organizationId, tenancy.applicationId);
    },
    work({ traffic }, faultPoints = noFaultPoints) {
      const stopping = new AbortController();
      const activities = createExperimentActivities({
        ...trafficPorts(traffic),
        runs: createExperimentRunTransitions(pool, clock),
        calls: createExperimentCallStore(pool, { now: () => new Date() }),
        connections: createConnectionStore(pool, clock),
        evaluators: EVALUATORS,
        registry: { standing: () => Promise.resolve([]) },
        variable: (name) => process.env[name],
        caller: createModelCaller(table, clock),
        connectionWaiters: createConnectionWaiters(),
        batchEnds: createEndBatcher(),
        prices: createModelPrices(table),
        clock,
        faultPoints,
        log: silentLog,
      });
      const parts = {
        ...{ connection, namespace, activities, log: silentLog },
        workflowBundle: { codePath: inject('workflowBundlePath') },
      };
      const working = workOnQueue(WORKER_QUEUES.comparisonRuns, parts, () => undefined, stopping.signal);
      onTestFinished(async () => {
        stopping.abort();
        await working;
      });
    },
    async run({ setup }, experimentId) {
      const runId = await startRunOf(store, setup.workspaceId, experimentId);
      const found = await createExperimentStartStore(pool).find(runId);
      if (found === undefined) throw new Error('The run is not stored.');
      await startExperimentWorkflow(client, { ...found, namesArePlain: true }, { heartbeatMs: 5_000 });
      return runId;
    },
    async close() {
      vi.unstubAllEnvs();
      await connection.close();
      await store.close();
    },
  };
}

function makePlace(
  store: StoreWorld,
  setup: ComparisonSetup,
  organizationId: string,
  applicationId: string,
): ExperimentPlace {
  const { workspaceId, gatewayId, environmentId, connectionId } = setup;
  const traffic: MadeTraffic = {
    ...{ items: [], shadows: [] },
    ...{ facts: new Map(), outcomes: new Map(), contents: new Map() },
  };
  const scope = {
    ...{ organization_id: organizationId, workspace_id: workspaceId, application_id: applicationId },
    ...{ gateway_id: gatewayId, environment_id: environmentId },
  };
  const fact: ExperimentPlace['fact'] = (requestId, change = {}) => ({
    request: { scope, purpose: 'application', logical_request_id: requestId, admitted_at: ADMITTED },
    ...{ model: BASELINE_MODEL, isAnswered: true, costNanoUsd: 100n },
    ...change,
  });
  return {
    setup,
    traffic,
    fact,
    add(requestId, content = { request: `What is ${requestId}?`, response: `answer ${requestId}` }) {
      traffic.items.push({
        ...{ requestId, admittedAtMs: Date.parse(ADMITTED), segment: '', kind: 'captured' },
        ...{ contentHash: '', exclusion: 'none', annotations: {} },
      });
      traffic.facts.set(requestId, fact(requestId));
      traffic.contents.set(requestId, content);
      return requestId;
    },
    experiment: (change = {}) => createMadeExperiment(store, workspaceId, makeDeclaration(change)),
    replay: () => ({
      instrument: 'replay',
      arms: [
        makeArm('a', { model: BASELINE_MODEL, connection_id: connectionId, parameters: { max_output_tokens: 100 } }),
        makeArm('b', { model: CANDIDATE_MODEL, connection_id: connectionId, parameters: { max_output_tokens: 100 } }),
      ],
    }),
  };
}

function trafficPorts(traffic: MadeTraffic): Pick<ExperimentRunPorts, 'findSnapshot' | 'material' | 'contents'> {
  return {
    findSnapshot: ({ workspaceId, datasetId, version }) =>
      Promise.resolve({
        ...{ workspaceId, datasetId, version, digest: 'digest', items: traffic.items, isFitEligible: true },
      }),
    material: {
      answered: (_workspaceId, ids) => Promise.resolve(new Map([...traffic.facts].filter(([id]) => ids.includes(id)))),
      shadows: () => Promise.resolve(traffic.shadows),
      outcomes: () => Promise.resolve(traffic.outcomes),
    },
    contents: {
      find: ({ workspaceId, requestId, admittedAt }) => {
        const content = traffic.contents.get(requestId);
        return Promise.resolve(content && { workspaceId, requestId, admittedAt, ...content });
      },
    },
  };
}
