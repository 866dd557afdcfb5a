import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importFile } from '../../../../analytics/indexer/import-file.ts';
import {
  createLabelledRowCounter,
  type CountLabelledRows,
} from '../../../../analytics/quality/calibration-checks/labelled-row-counter.ts';
import { createThresholdSweepReader } from '../../../../analytics/quality/calibration-checks/threshold-sweep-reader.ts';
import type { EvaluationOutcome } from '../../../../contracts/ingest/events/evaluation-outcome.ts';
import { subjectIdOf } from '../../../../contracts/judges/subject-id-of.ts';
import type { CallPrices } from '../../../../domain/models/call-prices.ts';
import { createExclusionFinder } from '../../../../store/insight/exclusion-finder.ts';
import { createExclusionStore } from '../../../../store/insight/exclusion-store.ts';
import { makeKnownCallEvents } from '../../../../testing/ingest/make-known-call-events.ts';
import { createIngestWorld, type IngestWorld } from '../../ingest/support/ingest-world.ts';

const JUDGE = {
  judge_id: 'judge.safety',
  model: 'm',
  prompt_sha: 'p',
  eval_ver: '1',
  metric: 'safety',
  segment: 'chat',
};
const BEGIN_MS = Date.UTC(2026, 1, 1, 8);
const at = (minute: number): string => new Date(BEGIN_MS + minute * 60_000).toISOString();

/** A cent for each input token of the model `m`; other models have no price. */
const prices: CallPrices = {
  priceOf: ({ model, tokens }) =>
    model === 'm' && tokens !== undefined
      ? { state: 'priced', nanos: String(tokens.input * 10_000_000), revision: 'r' }
      : { state: 'unpriced', reason: 'model_not_in_table', revision: 'r' },
};

let world: IngestWorld;
let countLabelled: CountLabelledRows;

const outcome = (id: string, minute: number, change: Partial<EvaluationOutcome>): EvaluationOutcome => ({
  ...{ event: 'evaluation_outcome', schema: 1, scope: world.scope, purpose: 'application', logical_request_id: id },
  ...{ route_id: 'chat', admitted_at: at(minute), metric: 'safety', basis: 'measured', actor: 'tok_1' },
  ...{ outcome_id: `${id} ${change.annotator ?? 'judge'}`, evaluator_id: 'human.label', evaluator_kind: 'human' },
  occurred_at: at(90),
  ...change,
});
const label = (id: string, minute: number, verdict: 'pass' | 'fail', annotator = 'ada') =>
  outcome(id, minute, { annotator, verdict });
const judged = (id: string, minute: number, verdict: 'pass' | 'fail' | 'abstained', judge_certainty?: number) =>
  outcome(id, minute, {
    ...{ evaluator_id: 'judge.safety', evaluator_kind: 'judge', judge_id: 'judge.safety' },
    ...{ judge_model: 'm', judge_prompt_sha: 'p', judge_eval_ver: '1', verdict },
    ...(judge_certainty !== undefined && { judge_certainty }),
  });
const called = (id: string, minute: number, model: string) =>
  makeKnownCallEvents({
    ...{ id, provider: 'p', model, startedMs: BEGIN_MS + minute * 60_000, totalMs: 1_000, streaming: false },
    ...{ isAnswered: true, tokens: { input: 3, output: 1 } },
  }).map((event) => ({ ...event, scope: world.scope }));

const bounds = (until: number) => ({
  workspace_id: world.scope.workspace_id,
  window: { from: at(0), until: at(until), arrival_high_water: '1000000' },
});

beforeAll(async () => {
  world = await createIngestWorld();
  const findExclusions = createExclusionFinder(world.pool);
  countLabelled = createLabelledRowCounter(world.clickhouse, findExclusions, ['outcomes']);
  const events = [
    ...called('a', 1, 'm'),
    ...called('b', 2, 'm'),
    ...called('c', 3, 'n'),
    ...[label('a', 1, 'pass'), judged('a', 1, 'pass', 0.9)],
    ...[label('b', 2, 'fail'), judged('b', 2, 'pass', 0.9)],
    ...[label('c', 3, 'pass'), judged('c', 3, 'pass', 0.5)],
    // No threshold accepts these: a tie, an abstention, and a verdict without a certainty.
    ...[label('d', 4, 'pass'), label('d', 4, 'fail', 'grace'), judged('d', 4, 'pass', 0.9)],
    ...[label('e', 5, 'pass'), judged('e', 5, 'abstained')],
    ...[label('f', 6, 'pass'), judged('f', 6, 'pass')],
    ...[label('g', 70, 'pass'), judged('g', 70, 'pass', 0.9)],
  ];
  const path = join(world.folder, 'events');
  writeFileSync(path, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  const { totals } = await importFile(world.ports, {
    ...{ path, holder: path, onProgress: () => undefined, onWaiting: () => undefined },
  });
  expect([totals.quarantined, totals.repeated]).toEqual([0, 0]);
});
afterAll(() => world.drop());

it('counts the rows of the window at each threshold, and prices their calls now', async () => {
  const sweep = createThresholdSweepReader(world.clickhouse, createExclusionFinder(world.pool), ['outcomes'], prices);
  expect(await sweep(bounds(10), new Date(at(100)))).toEqual([
    {
      ...{ metric: 'safety', segment: 'chat', judgeSubject: subjectIdOf(JUDGE), rows: 3 },
      thresholds: [
        { threshold: 0.9, accepted: 2, errors: 1, costNanoUsd: 60_000_000n, unpricedCalls: 0 },
        { threshold: 0.5, accepted: 3, errors: 1, costNanoUsd: 60_000_000n, unpricedCalls: 1 },
      ],
    },
  ]);
  const other = { ...bounds(10), workspace_id: 't_00000000000000000000000009' };
  expect(await sweep(other, new Date(at(100)))).toEqual([]);
});

it('counts the labelled rows that are left, up to the last one of the window', async () => {
  expect(await countLabelled(bounds(69))).toBe(5);
  expect(await countLabelled(bounds(70))).toBe(6);
  await createExclusionStore(world.pool, { now: () => new Date(at(100)) }).add({
    ...{ nodeId: world.scope.workspace_id, from: new Date(at(60)), to: new Date(at(120)), reason: 'A test.' },
  });
  expect(await countLabelled(bounds(70))).toBe(5);
});
