import fc from 'fast-check';
import type { AnswerGroup } from '../../contracts/insight/answer/answer-group.ts';
import type { InsightAnswer } from '../../contracts/insight/answer/insight-answer.ts';
import { MEASUREMENT_CATALOGUE } from '../../contracts/insight/measurement-catalogue.ts';
import { COVERAGE_ENTRIES } from '../../domain/insight/coverage.ts';
import {
  LATENCY_OUTCOMES,
  PURPOSES,
  QUANTILE_LEVELS,
  UNAVAILABLE_REASONS,
  UNITS,
} from '../../domain/insight/insight-sets.ts';
import { FACETS } from '../../domain/insight/dimensions.ts';
import { makeAnswer } from '../api/answers.ts';

type Cell = AnswerGroup['cells'][number];

const METRICS = Object.keys(MEASUREMENT_CATALOGUE);

const count = fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String);
const signed = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map(String);
const fraction = fc.stringMatching(/^[0-9]{1,15}$/);
const number = fc.oneof(
  signed,
  fc.tuple(signed, fraction).map(([whole, places]) => `${whole}.${places}`),
);
const coverage = fc.subarray([...COVERAGE_ENTRIES], { minLength: 1 });

/** Texts that traffic can contain: any text, including a text with line breaks or one that begins like a formula. */
const stranger = fc.oneof(
  fc.string({ minLength: 1, unit: 'binary' }),
  fc
    .tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '＝', "'", '"', ',', ';'), fc.string())
    .map(([first, rest]) => first + rest),
);

const value: fc.Arbitrary<Cell['value']> = fc.oneof(
  fc.record({ state: fc.constant('available' as const), number, unit: fc.constantFrom(...UNITS) }),
  fc.record({ state: fc.constant('partial' as const), number, unit: fc.constantFrom(...UNITS), coverage }),
  fc.record({ state: fc.constant('unavailable' as const), reason: fc.constantFrom(...UNAVAILABLE_REASONS) }),
);

const cells: fc.Arbitrary<Cell[]> = fc
  .subarray(METRICS, { minLength: 1, maxLength: 6 })
  .chain((metrics) => fc.tuple(...metrics.map((metric) => value.map((one) => ({ metric, value: one })))));

const quantiles = fc.tuple(...QUANTILE_LEVELS.map(() => number)).map((numbers) => {
  const [p50 = '', p75 = '', p90 = '', p95 = '', p99 = ''] = numbers;
  return { p50, p75, p90, p95, p99 };
});

const populations = fc
  .subarray([...LATENCY_OUTCOMES])
  .chain((outcomes) =>
    fc.tuple(
      ...outcomes.map((outcome) =>
        fc.record(
          { outcome: fc.constant(outcome), samples: count, quantiles },
          { requiredKeys: ['outcome', 'samples'] },
        ),
      ),
    ),
  );

const latencyOf = (metric: 'response_latency.v1' | 'first_output_latency.v1') =>
  fc.oneof(
    fc.record({ metric: fc.constant(metric), method: fc.constant('exact' as const), populations }),
    fc.record({
      metric: fc.constant(metric),
      method: fc.constant('log_buckets' as const),
      max_relative_error: fc.constant('0.022'),
      populations,
    }),
  );

const completion = fc.record({
  numerator: count,
  denominator: count,
  completed: count,
  refused: count,
  failed: count,
  partial: count,
  cancelled: count,
  pending_or_unknown: count,
});
const counts = fc.record({
  priced_effects: signed,
  pending_effects: signed,
  unpriced_effects: signed,
  estimated_effects: signed,
  estimate_status_unknown_effects: signed,
  adjustment_effects: signed,
});
const spend = fc.oneof(
  fc.record({ state: fc.constant('available' as const), counts }),
  fc.record({ state: fc.constant('unavailable' as const), reason: fc.constantFrom(...UNAVAILABLE_REASONS) }),
);
const protection = fc.record({
  observed_requests: count,
  unknown_requests: count,
  eligible: count,
  evaluated: count,
  blocked: count,
  modified: count,
  errors: count,
  not_executed: count,
  blocked_requests: count,
});

const instant = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

/** One group of any shape; it has a latency of the requested metrics. */
const group: fc.Arbitrary<AnswerGroup> = fc
  .record(
    {
      purpose: fc.constantFrom(...PURPOSES),
      bucket: fc.record({ from: instant, to: instant, label: fc.stringMatching(/^[0-9 :+-]{1,22}$/) }),
      facet: fc.record(
        { member: fc.constantFrom(...FACETS), value: stranger, unserved: fc.constant(true as const) },
        { requiredKeys: ['member'] },
      ),
      cells,
      protection,
      evidence_coverage: fc.record({ completion, spend }, { requiredKeys: ['completion'] }),
      previous: fc.record(
        {
          from: instant,
          to: instant,
          cells,
          note: fc.constantFrom('current_incomplete', 'previous_incomplete', 'both_incomplete'),
        },
        { requiredKeys: ['from', 'to', 'cells'] },
      ),
    },
    { requiredKeys: ['purpose', 'cells'] },
  )
  .chain((made) => {
    const asked = (['response_latency.v1', 'first_output_latency.v1'] as const).filter((metric) =>
      made.cells.some((cell) => cell.metric === metric),
    );
    if (asked.length === 0) return fc.constant(made);
    return fc.tuple(...asked.map(latencyOf)).map((latency) => ({ ...made, latency }));
  });

/** Any answer of figures that the types permit, with texts beyond those of the schema. */
export const anyAnswer: fc.Arbitrary<InsightAnswer> = fc
  .record(
    {
      groups: fc.array(group, { maxLength: 4 }),
      coverage: fc.subarray([...COVERAGE_ENTRIES]),
      truncated: fc.boolean(),
    },
    { requiredKeys: ['coverage', 'truncated'] },
  )
  .map((change) => {
    const answer = makeAnswer();
    delete answer.groups;
    return { ...answer, ...change };
  });
