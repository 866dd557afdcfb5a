import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { onTestFinished, vi } from 'vitest';
import { hasJudgeWork } from '../../../activities/judges/has-judge-work.ts';
import { createJudgingActivities } from '../../../activities/judges/judging-activities.ts';
import { importFile } from '../../../analytics/indexer/import-file.ts';
import { runIndexer } from '../../../analytics/indexer/run-indexer.ts';
import { createAnsweredRequestFinder } from '../../../analytics/judges/answered-request-finder.ts';
import type { ContentStore } from '../../../contracts/ingest/events/captured-content.ts';
import type { RequestTerminal } from '../../../contracts/ingest/events/request-terminal.ts';
import type { EvaluatorEntry, JudgeBlock } from '../../../domain/judges/configuration/evals-block.ts';
import { judgingEvaluators } from '../../../domain/judges/work/judging-evaluator.ts';
import type { JudgeWork, ScoringStatus } from '../../../domain/judges/work/judge-traffic.ts';
import { noFaultPoints, type FaultPoints } from '../../../domain/kernel/fault-points.ts';
import { openControlPlaneLog } from '../../../journal/open-control-plane-log.ts';
import type { PlannedFault } from '../../../providers/playback/fault-plan.ts';
import type { RecordedAnswer } from '../../../providers/playback/recorded-answer.ts';
import { createModelPrices } from '../../../providers/prices/create-model-prices.ts';
import { loadPriceTable } from '../../../providers/prices/price-table.ts';
import { createModelCaller } from '../../../providers/caller/create-model-caller.ts';
import { openContentStore } from '../../../content/open-content-store.ts';
import { createControlPlaneEventStore } from '../../../store/ingest/control-plane-event-store.ts';
import { createJudgeCallStore } from '../../../store/judges/judge-call-store.ts';
import { createJudgeGauges, type JudgeGauges } from '../../../store/judges/judge-gauges.ts';
import { createJudgeScoringStore } from '../../../store/judges/judge-scoring-store.ts';
import { startPlaybackProvider, type PlaybackProvider } from '../../../testing/comparisons/playback-provider.ts';
import { silentLog } from '../../../testing/silent-log.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { AMPLE_SPACE } from '../../../testing/ample-space.ts';
import { createIngestWorld, type IngestWorld } from '../ingest/support/ingest-world.ts';

/**
 * The content of a request arrives after the request, so judges ignore arrivals of the last half minute. The judges'
 * clock is an hour ahead.
 */
const LATER_MS = 3_600_000;

export const HAIKU = { model: 'claude-haiku-4-5', api_key_env: 'TEST_JUDGE_KEY', endpoint_env: 'TEST_MESSAGES' };
export const MINI = { model: 'gpt-4.1-mini', api_key_env: 'TEST_JUDGE_KEY', endpoint_env: 'TEST_CHAT' };
export const OPUS = { ...HAIKU, model: 'claude-opus-4-5' };

/** An entry of the configuration for a judge that scores everything. */
export function makeJudge(id: string, judge: JudgeBlock = HAIKU, change: Partial<EvaluatorEntry> = {}): EvaluatorEntry {
  return { id, sample_rate: 1, max_usd_per_day: 1, judge, ...change };
}

/** The recorded verdict of a model's judge on an answer. */
export function recordVerdict(answer: string, verdict: string, model?: string): RecordedAnswer {
  const structured = { reason: `It is ${verdict}.`, verdict };
  return { contains: [`"answer":"${answer}"`], structured, ...(model !== undefined && { model }) };
}

/** The work of judges on requests, over Postgres, ClickHouse, files and a provider. */
export interface JudgedTrafficWorld {
  readonly place: IngestWorld;
  readonly contents: ContentStore;
  /** Stores answered requests with their content, except for absent content. */
  answered(answers: Readonly<Record<string, string | undefined>>, change?: Partial<RequestTerminal>): Promise<void>;
  provider(answers: readonly RecordedAnswer[], faults?: PlannedFault[]): Promise<PlaybackProvider>;
  work(
    evaluators: readonly EvaluatorEntry[],
    faultPoints?: FaultPoints,
  ): {
    hasWork: () => Promise<boolean>;
    find: () => Promise<JudgeWork>;
    judge: (scoringId: string) => Promise<ScoringStatus>;
  };
  readonly oversight: JudgeGauges;
  /** Advances the judges' clock. */
  pass(ms: number): void;
  /** Resets the judges' clock. */
  startOver(): void;
  /** Loads the events of the control plane. */
  index(): Promise<void>;
  facts<Row>(query: string): Promise<Row[]>;
}

export async function openJudgedTrafficWorld(): Promise<JudgedTrafficWorld> {
  const world = await createIngestWorld();
  const contents = openContentStore(
    { path: join(world.folder, 'content'), ttlMs: 0, request: true, response: true },
    { now: () => new Date() },
    AMPLE_SPACE,
  );
  const table = await loadPriceTable();
  let passed = LATER_MS;
  let files = 0;
  const clock = { now: () => new Date(Date.now() + passed) };
  const { pool } = world;
  vi.stubEnv('TEST_JUDGE_KEY', 'sk-of-the-playback-provider');
  return {
    place: world,
    contents,
    oversight: createJudgeGauges(pool, clock),
    pass: (ms) => {
      passed += ms;
    },
    startOver: () => {
      passed = LATER_MS;
    },
    async answered(answers, change = {}) {
      const admittedAt = new Date(Date.now() - 60_000);
      const events = Object.keys(answers).map((requestId): RequestTerminal => ({
        ...{ event: 'request_terminal', schema: 1, scope: world.scope, purpose: 'application', route_id: 'chat' },
        ...{ logical_request_id: requestId, admitted_at: admittedAt.toISOString(), status: 'succeeded' },
        ...{ terminal_at: admittedAt.toISOString(), attempt_count: 1, streaming: false },
        ...change,
      }));
      for (const [requestId, response] of Object.entries(answers)) {
        if (response === undefined) continue;
        const { workspace_id: workspaceId } = world.scope;
        await contents.keep({ workspaceId, requestId, admittedAt, request: `What is ${requestId}?`, response });
      }
      const path = join(world.folder, String((files += 1)));
      writeFileSync(path, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
      const ignore = (): void => undefined;
      await importFile(world.ports, { path, holder: path, onProgress: ignore, onWaiting: ignore });
    },
    async provider(answers, faults = []) {
      const provider = await startPlaybackProvider(answers, { latency_ms: 0, faults });
      onTestFinished(provider.close);
      vi.stubEnv('TEST_MESSAGES', provider.endpoint);
      vi.stubEnv('TEST_CHAT', `${provider.endpoint}/v1`);
      return provider;
    },
    work(evaluators, faultPoints = noFaultPoints) {
      const ports = {
        evaluators: judgingEvaluators({ evaluators }),
        findAnswered: createAnsweredRequestFinder(world.clickhouse),
        scorings: createJudgeScoringStore(pool, clock),
        calls: createJudgeCallStore(pool, clock),
        contents,
        caller: createModelCaller(table, clock),
        prices: createModelPrices(table),
        variable: (name: string) => process.env[name],
        clock,
        faultPoints,
        log: silentLog,
      };
      const activities = createJudgingActivities(ports);
      const environment = new MockActivityEnvironment({}, { logger: new DefaultLogger('ERROR') });
      return {
        hasWork: () => hasJudgeWork(ports, new AbortController().signal),
        find: () => environment.run(() => activities.findJudgeWork()),
        judge: (scoringId) => environment.run(() => activities.judgeRequest({ scoringId, callMs: 5_000 })),
      };
    },
    async index() {
      const stop = new AbortController();
      const running = runIndexer({
        ...world.ports,
        eventLogs: [openControlPlaneLog(createControlPlaneEventStore(pool))],
        importsFolder: world.folder,
        instanceId: 'indexer',
        log: silentLog,
        signal: stop.signal,
      });
      await waitUntil(async () => {
        const { rows } = await pool.query<{ left: string }>(
          `SELECT next_place - coalesce((SELECT max(last_offset) FROM ingest_batches
             WHERE source_id = 'outbox:control_plane' AND loaded_at IS NOT NULL), 0) AS left FROM control_plane_end`,
        );
        return String(rows[0]?.left) === '0';
      }, 60);
      stop.abort();
      await running;
    },
    async facts(query) {
      return (await world.clickhouse.query({ query, format: 'JSONEachRow' })).json();
    },
  };
}
