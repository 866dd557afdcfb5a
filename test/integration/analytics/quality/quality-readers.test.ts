import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCoverageReader } from '../../../../analytics/quality/coverage/coverage-reader.ts';
import { createDriftReader } from '../../../../analytics/quality/drift/drift-reader.ts';
import { createMetacostReader } from '../../../../analytics/quality/metacost/metacost-reader.ts';
import { createSummaryReader } from '../../../../analytics/quality/summary/summary-reader.ts';
import { createStatementRunner } from '../../../../analytics/statements/statement-runner.ts';
import { subjectIdOf } from '../../../../contracts/judges/subject-id-of.ts';
import type { LicensedUnit } from '../../../../domain/quality/calibration/licensed-unit.ts';
import { DefectError, Refusal } from '../../../../domain/kernel/errors.ts';
import type { ExcludedFacts } from '../../../../store/insight/exclusion-finder.ts';
import { makeCalibrationUnit } from '../../../../testing/quality/made-calibration.ts';
import {
  attemptFact,
  costFact,
  demoRequest,
  endedFact,
  FACTS_JUDGE,
  FACTS_WORKSPACE,
  insertQualityFacts,
  labelFact,
  verdictFact,
} from '../../../../testing/quality/insert-quality-facts.ts';
import { createIngestWorld, type IngestWorld } from '../../ingest/support/ingest-world.ts';

const QUESTION = {
  workspaceId: FACTS_WORKSPACE,
  from: new Date('2026-01-01T00:00:00.000Z'),
  until: new Date('2026-02-01T00:00:00.000Z'),
};
const SUBJECT = subjectIdOf(FACTS_JUDGE);
// A double that no shorter text than this has: a rounded threshold would accept or refuse another row.
const THRESHOLD = 0.8499999999999999;

const unitOf = (change: Partial<LicensedUnit> = {}): LicensedUnit => ({
  ...makeCalibrationUnit({ metric: 'safety', segment: 'chat', judge_subject: SUBJECT }),
  ...{ gate_passed: true, threshold: THRESHOLD, ...change },
});

let world: IngestWorld;
let excluded: ExcludedFacts = { horizons: new Map(), exclusions: [] };
const parts = () => ({
  runner: createStatementRunner({ clickhouse: world.clickhouse }),
  findExclusions: () => Promise.resolve(excluded),
});

beforeAll(async () => {
  world = await createIngestWorld();
  const early = { admitted_at: '2025-12-31 23:59:59.999' };
  const elsewhere = { workspace_id: 't_other' };
  await insertQualityFacts(world.clickhouse, 'request_terminals_v1', [
    ...['a', 'b', 'c', 'd', demoRequest(1)].map((id) => endedFact(id)),
    endedFact('e', { route_id: 'search', arrival_seq: 99 }),
    endedFact('no-route', { route_id: '' }),
    endedFact('failed', { status: 'failed' }),
    endedFact('early', { ...early, terminal_at: early.admitted_at }),
    endedFact('judging', { purpose: 'judge' }),
    endedFact('elsewhere', elsewhere),
    endedFact('replaced', { arrival_seq: 77 }),
  ]);
  await insertQualityFacts(world.clickhouse, 'replaced_terminals_v1', [
    { ...endedFact('replaced'), replaced_seq: 77, arrival_seq: 78 },
  ]);
  await insertQualityFacts(world.clickhouse, 'outcomes_v1', [
    verdictFact('a', 'pass', { judge_certainty: THRESHOLD }),
    verdictFact('b', 'fail', { judge_certainty: 0.8499999999999998 }),
    // The newer verdict counts, and a missing one replaces none.
    verdictFact('c', 'fail', { occurred_at: '2026-01-16 00:00:00.000' }),
    verdictFact('c', 'pass', { occurred_at: '2026-01-17 00:00:00.000', admitted_at: '2026-01-15 12:00:00.000' }),
    verdictFact('c', 'no_verdict', { occurred_at: '2026-01-18 00:00:00.000', judge_certainty: null }),
    verdictFact('d', 'abstained', { judge_certainty: null }),
    verdictFact(demoRequest(1), 'pass', { judge_certainty: null, arrival_seq: 1_000 }),
    verdictFact('failed', 'pass'),
    verdictFact('early', 'pass', early),
    verdictFact('elsewhere', 'pass', elsewhere),
    verdictFact('a', 'pass', {
      basis: 'reported',
      evaluator_kind: 'external',
      evaluator_id: 'external.x',
      judge_id: '',
    }),
    labelFact('a', 'pass'),
    labelFact('a', 'fail', { annotator: 'grace', outcome_id: 'grace' }),
    labelFact('e', 'fail', { route_id: 'search' }),
    labelFact('e', 'abstained', { annotator: 'grace', outcome_id: 'grace', route_id: 'search', metric: 'relevance' }),
  ]);
  await insertQualityFacts(world.clickhouse, 'attempts_v1', [
    attemptFact('greq_shadow', { purpose: 'comparison' }),
    attemptFact('greq_shadow', { attempt_id: 'again', ordinal: 2, role: 'retry', purpose: 'comparison' }),
    // A retry after a free attempt.
    attemptFact('jcall_2', { ordinal: 2, role: 'retry', purpose: 'judge' }),
    // A free attempt, the call, and a paid retry.
    ...[1, 2, 3].map((ordinal) =>
      attemptFact('jcall_retried', {
        ...{ attempt_id: `retried-${ordinal}`, ordinal, role: ordinal === 1 ? 'primary' : 'retry', purpose: 'judge' },
      }),
    ),
    // A call before the window, and its retry within it.
    attemptFact('ccall_before', {
      attempt_id: 'before',
      purpose: 'comparison',
      dispatched_at: '2025-12-31 23:00:00.000',
    }),
    attemptFact('ccall_before', { attempt_id: 'within', ordinal: 2, role: 'retry', purpose: 'comparison' }),
  ]);
  await insertQualityFacts(world.clickhouse, 'cost_effects_v1', [
    costFact('a', 7_000),
    costFact('playground', 500, { purpose: 'playground' }),
    costFact('jcall_1', 100, { purpose: 'judge', estimated: 1 }),
    costFact('jcall_2', 20, { purpose: 'judge' }),
    costFact('jcall_3', 0, { purpose: 'judge', priced: 0, unpriced: 1, route_id: 'search' }),
    costFact('ccall_1', 3, { purpose: 'comparison' }),
    costFact('ccall_2', 4, { purpose: 'judge' }),
    costFact('qcall_1', 5, { purpose: 'comparison' }),
    costFact('greq_shadow', 60, { purpose: 'comparison' }),
    costFact('greq_shadow', 61, { purpose: 'comparison', attempt_id: 'again' }),
    costFact('greq_cache', 8, { purpose: 'judge' }),
    costFact('of-another-gateway', 9, { purpose: 'judge' }),
    costFact('jcall_late', 1, { purpose: 'judge', occurred_at: '2026-02-01 00:00:00.000' }),
    costFact('jcall_else', 1, { purpose: 'judge', ...elsewhere }),
    costFact('jcall_retried', 30, { purpose: 'judge', attempt_id: 'retried-2', route_id: 'retried' }),
    costFact('jcall_retried', 31, { purpose: 'judge', attempt_id: 'retried-3', route_id: 'retried' }),
    costFact('ccall_before', 1, {
      ...{ purpose: 'comparison', attempt_id: 'before', occurred_at: '2025-12-31 23:00:00.000' },
    }),
    costFact('ccall_before', 2, { purpose: 'comparison', attempt_id: 'within' }),
    // The price of a call before the window became known, and another call has none.
    costFact('jcall_known', 6, {
      ...{ purpose: 'judge', effect_kind: 'adjustment', pending: -1, estimated: -1, route_id: 'late' },
    }),
    costFact('jcall_unknown', 0, { purpose: 'judge', priced: 0, unpriced: 1, route_id: 'late' }),
  ]);
});
afterAll(() => world.drop());

describe('the coverage reader', () => {
  it('counts answered, judged, decided and licensed requests of the workspace and the window', async () => {
    const { evidence, provenance } = await createCoverageReader(parts()).read(QUESTION, [unitOf()]);
    expect([...evidence.answered].sort((one, other) => (one.segment < other.segment ? -1 : 1))).toEqual([
      { segment: '', answered: 1 },
      { segment: 'chat', answered: 5 },
      { segment: 'search', answered: 1 },
    ]);
    // `a` and `c` reach the threshold, `b` does not by one unit of the last place.
    expect(evidence.judged).toEqual([{ metric: 'safety', segment: 'chat', judged: 5, decided: 4, licensed: 2 }]);
    expect(evidence.labelled.toSorted((one, other) => (one.segment < other.segment ? -1 : 1))).toEqual([
      { metric: 'safety', segment: 'chat', labelled: 1 },
      { metric: 'safety', segment: 'search', labelled: 1 },
    ]);
    expect(provenance).toEqual({ highWater: '1000', demoRows: 2, estimatedRows: 0 });
  });

  it('licenses every decided verdict with a certainty at the threshold 0', async () => {
    const { evidence } = await createCoverageReader(parts()).read(QUESTION, [unitOf({ threshold: 0 })]);
    expect(evidence.judged).toMatchObject([{ judged: 5, decided: 4, licensed: 3 }]);
  });

  it('counts a request with several judges once', async () => {
    await insertQualityFacts(world.clickhouse, 'outcomes_v1', [
      verdictFact('a', 'pass', { judge_model: 'other', outcome_id: 'other', judge_certainty: null }),
    ]);
    const { evidence } = await createCoverageReader(parts()).read(QUESTION, [unitOf()]);
    await world.clickhouse.command({ query: `DELETE FROM outcomes_v1 WHERE judge_model = 'other'` });
    expect(evidence.judged).toEqual([{ metric: 'safety', segment: 'chat', judged: 5, decided: 4, licensed: 2 }]);
  });

  it('licenses nothing without a unit, or with a unit of another judge', async () => {
    for (const units of [[], [unitOf({ judge_subject: 'ffffffffffff' })]]) {
      const { evidence } = await createCoverageReader(parts()).read(QUESTION, units);
      expect(evidence.judged).toMatchObject([{ judged: 5, decided: 4, licensed: 0 }]);
    }
  });

  it('accepts the units of a large calibration, and names of any kind', async () => {
    const judges = Array.from({ length: 2_000 }, (_, number) => ({
      ...FACTS_JUDGE,
      metric: 'relevance',
      segment: `it's a \\ {x:String} ${number}`.padEnd(120, '.'),
    }));
    const verdicts = judges.map(({ metric, segment }) => verdictFact('odd', 'pass', { route_id: segment, metric }));
    await insertQualityFacts(world.clickhouse, 'outcomes_v1', verdicts);
    const units = judges.map((judge) => unitOf({ judge_subject: subjectIdOf(judge) }));
    const { evidence } = await createCoverageReader(parts()).read(QUESTION, units);
    const own = evidence.judged.filter(({ metric }) => metric === 'relevance');
    expect([own.length, own.every(({ licensed }) => licensed === 1)]).toEqual([2_000, true]);
    await world.clickhouse.command({ query: `DELETE FROM outcomes_v1 WHERE logical_request_id = 'odd'` });
  });

  it('leaves out what insight reads leave out', async () => {
    const [from, to] = [QUESTION.from, QUESTION.until];
    excluded = { horizons: new Map(), exclusions: [{ environmentIds: ['env_here'], from, to }] };
    const read = await createCoverageReader(parts()).read(QUESTION, [unitOf()]);
    excluded = { horizons: new Map([[FACTS_WORKSPACE, QUESTION.until]]), exclusions: [] };
    const expired = await createCoverageReader(parts()).read(QUESTION, [unitOf()]);
    excluded = { horizons: new Map(), exclusions: [] };
    expect([read, expired].map(({ evidence }) => [evidence.answered, evidence.judged])).toEqual([
      [[], []],
      [[], []],
    ]);
  });

  it('refuses a question that costs too much', async () => {
    const clickhouse = {
      query: (asked: Parameters<IngestWorld['clickhouse']['query']>[0]) =>
        world.clickhouse.query({
          ...asked,
          clickhouse_settings: { ...asked.clickhouse_settings, max_rows_to_read: '1' },
        }),
    };
    const runner = createStatementRunner({ clickhouse });
    const fault: unknown = await createCoverageReader({ ...parts(), runner })
      .read(QUESTION, [])
      .catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(Refusal);
    expect(fault).not.toBeInstanceOf(DefectError);
    expect((fault as Refusal).code).toBe('budget_exceeded');
  });
});

describe('the summary reader', () => {
  it('counts the newest outcomes of each evaluator and basis, without labels', async () => {
    const { rated, costs, provenance } = await createSummaryReader(parts()).read(QUESTION, undefined);
    expect(rated.toSorted((one, other) => (one.basis < other.basis ? -1 : 1))).toEqual([
      {
        ...{
          metric: 'safety',
          segment: 'chat',
          basis: 'measured',
          evaluatorKind: 'judge',
          evaluatorId: 'judge.safety',
        },
        // The verdict on the failed request counts here: it is an outcome, whatever the request became.
        ...{ judgeSubject: SUBJECT, passed: 4, failed: 1, abstained: 1, unheard: 0 },
      },
      {
        ...{
          metric: 'safety',
          segment: 'chat',
          basis: 'reported',
          evaluatorKind: 'external',
          evaluatorId: 'external.x',
        },
        ...{ judgeSubject: '', passed: 1, failed: 0, abstained: 0, unheard: 0 },
      },
    ]);
    expect(costs.toSorted((one, other) => (one.segment < other.segment ? -1 : 1))).toEqual([
      { segment: 'chat', nanoUsd: 120n, unpriced: 0, estimated: 1 },
      { segment: 'late', nanoUsd: 6n, unpriced: 1, estimated: 0 },
      { segment: 'retried', nanoUsd: 61n, unpriced: 0, estimated: 0 },
      { segment: 'search', nanoUsd: null, unpriced: 1, estimated: 0 },
    ]);
    expect(provenance).toEqual({ highWater: '1000', demoRows: 1, estimatedRows: 1 });
  });

  it('leaves out the cost of excluded and of expired calls', async () => {
    const [from, to] = [QUESTION.from, QUESTION.until];
    for (const facts of [
      { horizons: new Map(), exclusions: [{ environmentIds: ['env_here'], from, to }] },
      { horizons: new Map([[FACTS_WORKSPACE, QUESTION.until]]), exclusions: [] },
    ]) {
      excluded = facts;
      expect((await createSummaryReader(parts()).read(QUESTION, undefined)).costs).toEqual([]);
      expect((await createMetacostReader(parts()).read(QUESTION)).sums).toEqual([]);
    }
    excluded = { horizons: new Map(), exclusions: [] };
  });

  it('of a metric has no other', async () => {
    const { rated } = await createSummaryReader(parts()).read(QUESTION, 'relevance');
    expect(rated).toEqual([]);
  });
});

describe('the drift reader', () => {
  it('counts verdicts by day, and by verdict and certainty in both windows', async () => {
    const from = new Date('2026-01-15T12:00:00.000Z').getTime();
    const read = createDriftReader(parts());
    const { units, provenance } = await read.read(
      QUESTION,
      [unitOf({ segment: 'none', judge_subject: 'f' }), unitOf()],
      from,
    );
    expect(units[0]).toMatchObject({ days: [], levels: [] });
    expect(units[1]?.days).toEqual([{ dayMs: Date.parse('2026-01-15T00:00:00.000Z'), passed: 4, failed: 1 }]);
    expect(units[1]?.levels).toEqual([
      { verdict: 'pass', certainty: null, reference: 0, current: 1 },
      { verdict: 'pass', certainty: 850, reference: 0, current: 1 },
      { verdict: 'pass', certainty: 900, reference: 0, current: 2 },
      { verdict: 'fail', certainty: 850, reference: 0, current: 1 },
      { verdict: 'abstained', certainty: null, reference: 0, current: 1 },
    ]);
    expect(provenance.demoRows).toBe(1);
    const later = await read.read(QUESTION, [unitOf()], from + 1);
    expect(later.units[0]?.levels.map(({ reference, current }) => [reference, current])).toEqual(
      [1, 1, 2, 1, 1].map((rows) => [rows, 0]),
    );
  });
});

describe('the metacost reader', () => {
  it('puts each charged call into one kind, with the spend of the product apart', async () => {
    const { sums, provenance } = await createMetacostReader(parts()).read(QUESTION);
    const shown = Object.fromEntries(
      sums.map(({ kind, calls, nanoUsd, unpriced, estimated }) => [
        kind,
        [calls, Number(nanoUsd), unpriced, estimated],
      ]),
    );
    expect(shown).toEqual({
      product: [2, 7_500, 0, 0],
      judges: [5, 156, 2, 0],
      comparisons: [2, 7, 0, 0],
      experiments: [1, 5, 0, 0],
      shadow_duplicates: [1, 60, 0, 0],
      retries: [3, 94, 0, 0],
      semantic_cache: [1, 8, 0, 0],
      other_measurement: [1, 9, 0, 0],
    });
    expect(provenance).toEqual({ highWater: '30', demoRows: 0, estimatedRows: 0 });
  });
});
