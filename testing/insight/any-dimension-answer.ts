import fc from 'fast-check';
import type { AnswerGroup } from '../../contracts/insight/answer/answer-group.ts';
import type { InsightAnswer } from '../../contracts/insight/answer/insight-answer.ts';
import { PURPOSES } from '../../domain/insight/insight-sets.ts';
import { makeAnswer } from '../api/answers.ts';

type Dimension = NonNullable<AnswerGroup['dimension']>;
type Bucket = NonNullable<AnswerGroup['bucket']>;

const METRICS = ['requests.v1', 'provider_spend.v1', 'response_latency.v1'] as const;
const NAMES = ['user', 'feature', 'tag.plan', 'tag.__proto__'] as const;

const count = fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String);

/** The figures of one group. Spend is unavailable for another reason than its reader in some groups. */
const figures = fc.tuple(count, count, fc.boolean()).map(([requests, nanos, isPriced]): AnswerGroup['cells'] => [
  { metric: METRICS[0], value: { state: 'available', number: requests, unit: 'count' } },
  {
    metric: METRICS[1],
    value: isPriced
      ? { state: 'available', number: nanos, unit: 'nano_usd' }
      : { state: 'unavailable', reason: 'unpriced_population' },
  },
  { metric: METRICS[2], value: { state: 'unavailable', reason: 'not_observed' } },
]);

/** The values of one dimension in one purpose, in the order of their rank, and the numbers of further ones. */
const values = fc.record({
  named: fc.uniqueArray(fc.string({ minLength: 1, unit: 'binary' }), { maxLength: 4 }),
  others: fc.option(fc.bigInt({ min: 1n, max: 10n ** 6n }).map(String), { nil: undefined }),
  events: fc.option(fc.bigInt({ min: 1n, max: 10n ** 6n }).map(String), { nil: undefined }),
});

/** The lines of one dimension: its values, all other values if there are any, and no value. */
const dimensions = fc
  .tuple(fc.constantFrom(...NAMES), values)
  .map(([name, { named, others, events }]): Dimension[] => [
    ...named.map((value) => ({ name, value })),
    ...(others === undefined
      ? []
      : [{ name, other: true as const, values: others, ...(events !== undefined && { folded_events: events }) }]),
    { name },
  ]);

const bucketOf = (day: number): Bucket => ({
  from: `2026-02-0${day}T00:00:00.000Z`,
  to: `2026-02-0${day + 1}T00:00:00.000Z`,
  label: `2026-02-0${day}`,
});

/** The buckets of an answer; the first entry is an answer without buckets. */
const BUCKETS: readonly (readonly (Bucket | undefined)[])[] = [
  [undefined],
  [bucketOf(1)],
  [bucketOf(1), bucketOf(2), bucketOf(3)],
];

const part = fc
  .record({
    purpose: fc.constantFrom(...PURPOSES),
    lines: dimensions,
    buckets: fc.constantFrom(...BUCKETS),
  })
  .chain(({ purpose, lines, buckets }) => {
    const places = lines.flatMap((dimension) => buckets.map((bucket) => ({ dimension, bucket })));
    return fc.tuple(...places.map(() => figures)).map((cells) => ({
      key: `${purpose} ${lines[0]?.name ?? ''}`,
      groups: places.map(({ dimension, bucket }, index): AnswerGroup => ({
        purpose,
        dimension,
        ...(bucket && { bucket }),
        cells: cells[index] ?? [],
      })),
    }));
  });

/** Any answer by dimensions, in the form of a reader with every permission. */
export const anyDimensionAnswer: fc.Arbitrary<InsightAnswer> = fc
  .uniqueArray(part, { maxLength: 3, selector: ({ key }) => key })
  .map((parts): InsightAnswer => {
    const groups = parts.flatMap((one) => one.groups);
    return { ...makeAnswer(), shape: 'series', groups };
  });
