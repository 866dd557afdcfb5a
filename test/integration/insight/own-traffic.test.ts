import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRun } from '../../../api/customer/runs/open-run.ts';
import { advanceSource } from '../../../analytics/indexer/advance-source.ts';
import { createInsightReader, type InsightReader } from '../../../analytics/insight/insight-reader.ts';
import type { EventSource } from '../../../journal/source/event-source.ts';
import { answerCsv } from '../../../contracts/insight/csv/answer-csv.ts';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import type { ReadContext } from '../../../contracts/insight/terms/read-context.ts';
import { reportDigest } from '../../../contracts/reports/report-digest.ts';
import type { ReportRunOpenV1 } from '../../../contracts/reports/report-run.ts';
import { createIngestStateStore } from '../../../store/ingest/ingest-state-store.ts';
import { readScope } from '../../../testing/insight/question.ts';
import { insertTenants, LEAVES } from '../../reference/property/tenants.ts';
import { createIngestWorld, requestEvents, type IngestWorld } from '../ingest/support/ingest-world.ts';

const OURS = LEAVES[0]!;
const THEIRS = LEAVES[3]!;
const NOW = new Date('2026-01-01T00:00:00.000Z');
const FRAMING = { schema: 1, scope: {}, from: '2024-01-01T00:00:00.000Z', to: '2025-01-01T00:00:00.000Z' } as const;
const METRICS = ['requests.v1', 'provider_spend.v1', 'tokens.v1', 'freshness_lag.v1', 'coverage.v1'];
const OVERVIEW: InsightQuery = { ...FRAMING, shape: 'overview', metrics: METRICS };
const QUESTIONS: readonly InsightQuery[] = [
  OVERVIEW,
  { ...FRAMING, shape: 'overview', metrics: METRICS, comparison: 'previous_period' },
  { ...FRAMING, shape: 'series', grain: 'month', metrics: METRICS },
  { ...FRAMING, shape: 'facets', facets: ['final_model', 'outcome'], metrics: METRICS },
  { ...FRAMING, shape: 'drilldown', drilldown: 'request', page_size: 2 },
  { ...FRAMING, shape: 'drilldown', drilldown: 'attempt', page_size: 2 },
  { ...FRAMING, shape: 'markers' },
];

let world: IngestWorld;
let reader: InsightReader;
const scope = readScope({
  organizationId: OURS.organization_id,
  workspaceId: OURS.workspace_id,
  environmentIds: [OURS.environment_id],
});

beforeEach(async () => {
  world = await createIngestWorld();
  await insertTenants(world.pool);
  reader = createInsightReader({
    clickhouse: world.clickhouse,
    ingestState: createIngestStateStore(world.pool),
    sealKey: 'a key of at least thirty-two characters',
    clock: { now: () => NOW },
  });
  await bring('theirs-first', linesOf(THEIRS, [0, 1, 2, 3, 4]));
  await bring('ours', linesOf(OURS, [0, 1, 2, 3]));
});
afterEach(() => world.drop());

class PlannedDeath extends Error {}

/** Plans a source of these lines, and loads it unless its indexer dies first. */
async function bring(id: string, lines: readonly string[], { dies = false } = {}): Promise<void> {
  const block = { lines, firstOffset: 0n, lastOffset: BigInt(lines.length) };
  const read = (): Promise<typeof block> => Promise.resolve(block);
  const source: EventSource = { id: `journal:${id}`, kind: 'journal', location: `/${id}`, read, readAgain: read };
  const faults = {
    reach: (name: string) => {
      if (dies && name === 'indexer.after_plan') throw new PlannedDeath(name);
    },
  };
  await world.ports.sources.lease(source, 'test');
  const step = advanceSource({ ...world.ports, faults }, source, 'test', 0n);
  if (dies) await expect(step).rejects.toBeInstanceOf(PlannedDeath);
  else await step;
}

/** Plans lines of the other workspace that no indexer loads. */
const leaveTheirsStuck = (): Promise<void> => bring('theirs-stuck', linesOf(THEIRS, [9, 10, 11]), { dies: true });

const linesOf = (leaf: typeof OURS, months: readonly number[]): string[] =>
  months.flatMap((month) => requestEvents(leaf, month)).map((event) => JSON.stringify(event));

/** Runs a report of the overview, and returns the run as its owner opens and exports it. */
async function report(): Promise<{ run: ReportRunOpenV1; csv: string }> {
  const { answer } = await reader.answer({ scope, query: OVERVIEW });
  const window = { from: new Date(FRAMING.from), to: new Date(FRAMING.to) };
  const salted = { artifactSalt: 'c2FsdA'.repeat(7) + 'A' };
  const run = openRun({
    stored: {
      run: {
        run_id: 'rrun_01k9d4w7z2e8sb6f3m5q0v1xya',
        report_id: 'rpt_01k9d4w7z2e8sb6f3m5q0v1xya',
        organization_id: OURS.organization_id,
        workspace_id: OURS.workspace_id,
        initiator: scope.subjectId,
        idempotency_key: 'key',
        state: 'ready',
        failure_code: '',
        failure_detail: '',
        question: OVERVIEW,
        view_revision: '1',
        window: { from: FRAMING.from, to: FRAMING.to },
        display_tz: 'UTC',
        authority_epoch: 3,
        attempt: 1,
        coverage: [],
        truncated: false,
        artifact_digest: reportDigest({ question: OVERVIEW, window, viewRevision: '1', answer, ...salted }),
        group_count: 1,
        byte_count: 1,
        created_at: NOW.toISOString(),
      },
      scopeEnvironmentIds: scope.environmentIds,
      ...salted,
    },
    answer,
    mayReadCost: true,
    mayReadDimensions: true,
    now: NOW,
  });
  return { run, csv: [...answerCsv(answer)].join('') };
}

/** Everything that readers of our workspace can read, under a new pin and under an earlier pin. */
async function everythingShown(pin?: ReadContext) {
  const fresh = await Promise.all(QUESTIONS.map((query) => reader.answer({ scope, query })));
  const goneOn = await Promise.all(
    fresh.map(({ answer, nextCursor }, index) =>
      reader.answer({
        scope,
        query: {
          ...QUESTIONS[index]!,
          read_context: answer.read_context,
          ...(nextCursor !== undefined && { cursor: nextCursor }),
        },
      }),
    ),
  );
  const { read_context } = fresh[4]!.answer;
  const receipt = await reader.receipt({ scope, query: { ...FRAMING, read_context, logical_request_id: 'request-1' } });
  const pinned = pin && (await reader.answer({ scope, query: { ...OVERVIEW, read_context: pin } })).answer;
  return { fresh, goneOn, receipt, report: await report(), pinned };
}

describe('the answers for readers of a workspace', () => {
  it('do not depend on other workspaces, loaded or stuck, and count only its own lines', async () => {
    const { answer: first } = await reader.answer({ scope, query: OVERVIEW });
    expect(first.read_context).toMatchObject({
      arrival_fence: '12',
      disclosed_through: '12',
      watermarks: [
        { produced_through: '12', indexed_through: '12' },
        { produced_through: '0', indexed_through: '0' },
      ],
    });
    const pin = first.read_context;
    const before = await everythingShown(pin);
    expect(before.fresh.some(({ nextCursor }) => nextCursor !== undefined)).toBe(true);

    await bring('theirs', linesOf(THEIRS, [5, 6, 7]));
    await bring('theirs-torn', ['{"event":', ...linesOf(THEIRS, [8])]);
    expect(await everythingShown(pin)).toEqual(before);
    await leaveTheirsStuck();
    expect(await everythingShown(pin)).toEqual(before);
  });

  it('include its new lines in spite of stuck lines of others, and keep its pins', async () => {
    await leaveTheirsStuck();
    const { answer: first } = await reader.answer({ scope, query: OVERVIEW });
    await bring('ours-later', linesOf(OURS, [4, 5]));
    const { answer: later } = await reader.answer({ scope, query: OVERVIEW });
    expect(later.read_context).toMatchObject({ arrival_fence: '18', disclosed_through: '18' });
    expect(later.groups).not.toEqual(first.groups);
    const query = { ...OVERVIEW, read_context: first.read_context };
    expect((await reader.answer({ scope, query })).answer).toEqual({ ...first, minted: false });
  });

  it('end at its own batch that is not loaded, and state that lines are on their way', async () => {
    await leaveTheirsStuck();
    await bring('ours-later', linesOf(OURS, [4, 5]));
    await bring('ours-stuck', linesOf(OURS, [6]), { dies: true });
    await bring('ours-past-it', linesOf(OURS, [7]));
    const { answer } = await reader.answer({ scope, query: OVERVIEW });
    expect(answer.read_context).toMatchObject({
      arrival_fence: '18',
      disclosed_through: '24',
      watermarks: [{ produced_through: '24', indexed_through: '18' }, {}],
    });
    const requests = answer.groups?.[0]?.cells.find(({ metric }) => metric === 'requests.v1');
    expect(requests?.value).toMatchObject({ number: '6' });
  });
});
