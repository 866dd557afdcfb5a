import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importFile } from '../../../analytics/indexer/import-file.ts';
import {
  createRoutingPairReader,
  type PairQuestion,
} from '../../../analytics/quality/routing-pairs/routing-pair-reader.ts';
import { subjectIdOf } from '../../../contracts/judges/subject-id-of.ts';
import { createExclusionFinder } from '../../../store/insight/exclusion-finder.ts';
import { createIngestWorld, type IngestWorld } from '../ingest/support/ingest-world.ts';

const JUDGE = { judge_id: 'judge.safety', judge_model: 'm', judge_prompt_sha: 'p', judge_eval_ver: '1' };

let world: IngestWorld;
beforeAll(async () => {
  world = await createIngestWorld();
  const path = join(world.folder, 'traffic');
  writeFileSync(
    path,
    traffic()
      .map((event) => `${JSON.stringify(event)}\n`)
      .join(''),
  );
  const ignore = (): void => undefined;
  await importFile(world.ports, { path, holder: path, onProgress: ignore, onWaiting: ignore });
});
afterAll(() => world.drop());

const hour = (of: number): string => `2024-01-03T${String(of).padStart(2, '0')}:00:00.000Z`;

/** A request with its answer and its cost. */
function answered(
  id: string,
  at: number,
  { model = 'opus', route = 'chat', noted = {}, status = 'succeeded', nanos = '100' } = {},
) {
  const of = {
    ...{ schema: 1, scope: world.scope, purpose: route === 'chat' ? 'application' : 'comparison', route_id: route },
    ...{ logical_request_id: id, trace_id: 'a'.repeat(32) },
  };
  const cost = { attempt_id: 'a', provider_id: 'p', provider_model: model, occurred_at: hour(at) };
  return [
    { event: 'request_admitted', ...of, admitted_at: hour(at), streaming: false, noted },
    {
      ...{ event: 'request_terminal', ...of, admitted_at: hour(at), terminal_at: hour(at), status, attempt_count: 1 },
      ...{ final_model: model, final_provider: 'p', streaming: false },
    },
    {
      ...{ event: 'cost_effect', ...of, ...cost, effect_id: 'e', effect_kind: 'settlement' },
      ...(nanos === '' ? { price_state: 'unpriced' } : { price_state: 'priced', nanos }),
    },
  ];
}

/** The shadow call of a request at the cheap tier. */
const shadow = (of: string, at: number, change: object = {}, tokens = '120', rule = 'small') =>
  answered(`s.${of}`, at, {
    ...{ model: 'mini', route: 'simple', nanos: '10' },
    noted: { shadow_of: of, 'route.rule': rule, 'route.input_tokens': tokens },
    ...change,
  });

let sent = 0;

function outcome(id: string, at: number, says: object) {
  sent += 1;
  const isShadow = id.startsWith('s.');
  return {
    ...{ event: 'evaluation_outcome', schema: 1, scope: world.scope, logical_request_id: id, admitted_at: hour(at) },
    ...{ purpose: isShadow ? 'comparison' : 'application', route_id: isShadow ? 'simple' : 'chat' },
    ...{ outcome_id: `o${sent}`, metric: 'safety', basis: 'measured', actor: 'tok_1', occurred_at: hour(9) },
    ...says,
  };
}
const label = (verdict: string, annotator = 'ada', change: object = {}): object => ({
  ...{ evaluator_id: 'human.label', evaluator_kind: 'human', annotator, verdict },
  ...change,
});
const judged = (verdict: string, change: object = {}): object => ({
  ...{ evaluator_id: 'judge.safety', evaluator_kind: 'judge', ...JUDGE, verdict, judge_certainty: 0.9 },
  ...change,
});

function traffic(): object[] {
  return [
    ...answered('r1', 1),
    ...shadow('r1', 2),
    ...[outcome('r1', 1, label('pass')), outcome('s.r1', 2, label('fail')), outcome('s.r1', 2, label('pass', 'bea'))],
    ...[outcome('s.r1', 2, label('fail', 'cy')), outcome('s.r1', 2, judged('pass'))],
    ...answered('r2', 3, { nanos: '' }),
    ...shadow('r2', 4, {}, '7'),
    // A newer verdict of the same judge replaces an older one, and a missing one replaces none.
    ...[outcome('r2', 3, judged('fail')), outcome('r2', 3, judged('pass', { occurred_at: hour(10) }))],
    outcome('r2', 3, judged('no_verdict', { occurred_at: hour(11) })),
    ...[
      outcome('s.r2', 4, label('pass', 'ada', { label_strategy: 'hard_cases' })),
      outcome('s.r2', 4, judged('abstained')),
    ],
    // Not pairs: another rule, no size, another model, an answer that failed, and no shadow call.
    ...[...answered('r3', 5), ...shadow('r3', 5, {}, '9', 'large')],
    ...[...answered('r4', 5), ...shadow('r4', 5, {}, '')],
    ...[...answered('r5', 5, { model: 'haiku' }), ...shadow('r5', 5)],
    ...[...answered('r6', 5), ...shadow('r6', 5, { status: 'failed' })],
    ...answered('r7', 5),
  ];
}

const question = (change: Partial<PairQuestion> = {}): PairQuestion => ({
  ...{ workspaceId: world.scope.workspace_id, since: undefined, until: undefined, goldSources: ['outcomes'] },
  rule: { ruleId: 'small', served: { tier: 'complex', model: 'opus' }, repeated: { tier: 'simple', model: 'mini' } },
  ...change,
});

const read = (change: Partial<PairQuestion> = {}, maxShadows?: number) =>
  createRoutingPairReader(world.clickhouse, createExclusionFinder(world.pool), maxShadows)(question(change));

it('pairs calls with their shadow calls, and reads the verdicts of both answers', async () => {
  const { pairs, isCapped, arrivalHighWater } = await read();
  expect([isCapped, BigInt(arrivalHighWater) > 0n]).toEqual([false, true]);
  const subject = (segment: string) =>
    subjectIdOf({ judge_id: 'judge.safety', model: 'm', prompt_sha: 'p', eval_ver: '1', metric: 'safety', segment });
  const judgedBy = (segment: string, verdict: string) => [{ judgeSubject: subject(segment), verdict, certainty: 0.9 }];
  expect(pairs).toEqual([
    {
      ...{ requestId: 'r1', admittedAtMs: Date.parse(hour(1)), traceId: 'a'.repeat(32), inputTokens: 120 },
      served: { costNanoUsd: 100n, verdicts: new Map([['safety', { human: 'pass', judges: [] }]]) },
      repeated: {
        costNanoUsd: 10n,
        verdicts: new Map([['safety', { human: 'fail', judges: judgedBy('simple', 'pass') }]]),
      },
    },
    {
      ...{ requestId: 'r2', admittedAtMs: Date.parse(hour(3)), traceId: 'a'.repeat(32), inputTokens: 7 },
      served: {
        costNanoUsd: null,
        verdicts: new Map([['safety', { human: null, judges: judgedBy('chat', 'pass') }]]),
      },
      repeated: { costNanoUsd: 10n, verdicts: new Map() },
    },
  ]);
});

it('reads a window of the repeated calls, the newest shadow calls, and one workspace', async () => {
  const ids = async (...asked: Parameters<typeof read>) =>
    (await read(...asked)).pairs.map(({ requestId }) => requestId);
  expect(await ids({ since: new Date(hour(2)) })).toEqual(['r2']);
  expect(await ids({ until: new Date(hour(3)) })).toEqual(['r1']);
  expect(await ids({ workspaceId: 't_other' })).toEqual([]);
  // The newest three are those of `r5`, `r6` and `r2`.
  expect(await ids({}, 3)).toEqual(['r2']);
  expect((await read({}, 3)).isCapped).toBe(true);
});
