import { describe, expect, it } from 'vitest';
import type { AnswerGroup } from '../../../../contracts/insight/answer/answer-group.ts';
import type { InsightAnswer } from '../../../../contracts/insight/answer/insight-answer.ts';
import { COVERAGE_ENTRIES } from '../../../../domain/insight/coverage.ts';
import { assessCompleteness } from '../../../../domain/insight/completeness.ts';
import { UNAVAILABLE_REASONS } from '../../../../domain/insight/insight-sets.ts';
import { makeAnswer } from '../../../../testing/api/answers.ts';

type Value = AnswerGroup['cells'][number]['value'];

const count: Value = { state: 'available', number: '0', unit: 'count' };
const unavailable = (reason: (typeof UNAVAILABLE_REASONS)[number]): Value => ({ state: 'unavailable', reason });
const floor = (...coverage: (typeof COVERAGE_ENTRIES)[number][]): Value => ({
  state: 'partial',
  number: '5',
  unit: 'count',
  coverage,
});

const cells = (...values: Value[]): AnswerGroup['cells'] => values.map((value) => ({ metric: 'requests.v1', value }));

function answerOf(change: Partial<InsightAnswer>): InsightAnswer {
  const answer = makeAnswer();
  delete answer.groups;
  return { ...answer, ...change };
}
const now = (...values: Value[]): InsightAnswer =>
  answerOf({ groups: [{ purpose: 'application', cells: cells(...values) }] });
const before = (...values: Value[]): InsightAnswer =>
  answerOf({
    groups: [
      {
        purpose: 'application',
        cells: cells(count),
        previous: { from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z', cells: cells(...values) },
      },
    ],
  });

describe('the table of ready and partial', () => {
  it.each<[string, InsightAnswer, 'ready' | 'partial']>([
    ['only available cells, including zeros', now(count, count), 'ready'],
    ['a window without traffic', answerOf({}), 'ready'],
    ['a window without traffic, with an explicit empty list of groups', answerOf({ groups: [] }), 'ready'],
    ['withheld money', now(count, unavailable('scope_not_authorized')), 'ready'],
    ['withheld money in the period before', before(unavailable('scope_not_authorized')), 'ready'],
    ['an available previous period', before(count), 'ready'],
    [
      'evidence that is not given, which is no cell',
      answerOf({
        groups: [
          {
            purpose: 'application',
            cells: cells(count),
            latency: [{ metric: 'response_latency.v1', method: 'exact', populations: [] }],
          },
        ],
      }),
      'ready',
    ],
    ['a bound that was reached', answerOf({ ...now(count), truncated: true }), 'partial'],
    [
      'a bound that was reached, and money withheld',
      answerOf({ ...now(unavailable('scope_not_authorized')), truncated: true }),
      'partial',
    ],
    ['one floor among complete cells', now(count, floor('usage_unknown')), 'partial'],
    [
      'a lower bound next to withheld money',
      now(unavailable('scope_not_authorized'), floor('usage_unknown')),
      'partial',
    ],
    ['a floor in the period before', before(count, floor('ingest_gap:gateway_journal')), 'partial'],
  ])('%s', (_what, answer, state) => {
    expect(assessCompleteness(answer).state).toBe(state);
  });

  it('lists the missing parts of the window and of cells, sorted and each once', () => {
    const answer = {
      ...now(floor('usage_unknown', 'ingest_gap:gateway_journal'), floor('usage_unknown')),
      coverage: ['retention_expired', 'usage_unknown'] as const,
    };
    expect(assessCompleteness(answer)).toEqual({
      state: 'partial',
      coverage: ['ingest_gap:gateway_journal', 'retention_expired', 'usage_unknown'],
      groupCount: 1,
    });
  });

  it.each([
    ['money alone', now(count, floor('unpriced_population'))],
    ['a ratio over nothing', now(count, unavailable('denominator_zero'))],
    ['a metric without a producer', now(count, unavailable('no_producer'))],
    ['a bound that was reached', answerOf({ ...now(count), truncated: true })],
  ])('states that a run is partial, without a reason of traffic, for %s', (_, answer) => {
    expect(assessCompleteness(answer)).toMatchObject({ state: 'partial', coverage: [] });
  });

  it.each(UNAVAILABLE_REASONS)('a cell that is unavailable for %s, now and before', (reason) => {
    const state = reason === 'scope_not_authorized' ? 'ready' : 'partial';
    expect(assessCompleteness(now(count, unavailable(reason))).state).toBe(state);
    expect(assessCompleteness(before(unavailable(reason), count)).state).toBe(state);
  });

  it.each(COVERAGE_ENTRIES)('%s of the window, with traffic and without, or of one cell', (entry) => {
    for (const answer of [
      answerOf({ coverage: [entry] }),
      { ...now(count), coverage: [entry] },
      now(floor(entry)),
      before(floor(entry)),
    ]) {
      const { state, coverage } = assessCompleteness(answer);
      expect(state).toBe('partial');
      // Callers who may not read money get no information about it, even about missing prices.
      expect(coverage).toEqual(entry === 'unpriced_population' ? [] : [entry]);
    }
  });
});
