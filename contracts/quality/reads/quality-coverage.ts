import { Type, type Static } from 'typebox';
import { COVERAGE_GAP_CODES } from '../../../domain/quality/coverage/gap-codes.ts';
import { LICENSING_PREDICATES } from '../../../domain/quality/coverage/licensing-predicates.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { countSchema, textSchema, wholeSchema } from '../../wire/scalars.ts';
import { UNIT_NAMES } from '../estimates/unit-names.ts';
import { METRIC_MEMBER, ProvenanceSchema, windowQuery } from './quality-window.ts';

const closed = { additionalProperties: false } as const;

const MAX_METRICS = 100;
const MAX_TOP = 100;

const countOrNull = (description: string) => Type.Union([countSchema(description), Type.Null()]);

/** The window of a coverage, its metric, and the number of uncovered segments. */
export const CoverageQuerySchema = windowQuery({
  metric: METRIC_MEMBER,
  top: Type.Optional(
    wholeSchema(1, MAX_TOP, { default: 10, description: 'Number of uncovered segments; the largest come first' }),
  ),
});

const COUNTS = {
  applicable: countSchema('Applicable rows: answered requests, once for each metric'),
  judged: countSchema('Applicable rows about which a judge was asked'),
  judge_refusals: countSchema('Judged rows without a pass or a fail: neither errors nor passes'),
  licensed: countSchema('Applicable rows with a licensed verdict'),
  ratio: Type.Union(
    [Type.Number({ minimum: 0, maximum: 1, description: '`licensed` over `applicable`' }), Type.Null()],
    {
      description: 'Null without applicable rows',
    },
  ),
} as const;

const UncoveredSegmentSchema = Type.Object(
  {
    metric: UNIT_NAMES.metric,
    segment: UNIT_NAMES.segment,
    applicable: COUNTS.applicable,
    licensed: COUNTS.licensed,
    uncovered: countSchema('Applicable rows without a licensed verdict'),
    code: literalUnion(COVERAGE_GAP_CODES, { description: 'The main reason' }),
    need: countOrNull(
      'For a unit that did not pass, the `need` of its refusal. Without a unit, the labelled rows that it needs over all parts of a fit. Null if a licensed unit exists',
    ),
    have: countOrNull(
      'For a unit that did not pass, the `have` of its refusal. Without a unit, its labelled rows in the window. Null if a licensed unit exists',
    ),
    text: textSchema(2_000, { minLength: 1, description: 'The reason and the remedy, as a sentence' }),
  },
  { title: 'UncoveredSegment', ...closed },
);

/** The share of answered requests with licensed evidence. */
export const QualityCoverageSchema = Type.Object(
  {
    workspace_id: idSchema('workspace'),
    calibration_id: Type.Union([idSchema('calibration'), Type.Null()], {
      description: 'Active calibration; null without one',
    }),
    licensing_predicate: literalUnion(LICENSING_PREDICATES, {
      description:
        'Conditions that licensed rows meet. Only `b9_full` is full licensing; with any other, every number is an upper bound',
    }),
    denominator_basis: literalUnion(['answered_requests'] as const, {
      description: 'Applicable rows are the answered requests of the application in the window, judged or not',
    }),
    overall: Type.Object(COUNTS, { title: 'CoverageCounts', ...closed }),
    metrics: Type.Array(Type.Object({ metric: UNIT_NAMES.metric, ...COUNTS }, { title: 'MetricCoverage', ...closed }), {
      maxItems: MAX_METRICS,
      description: 'Metrics with a verdict, a label or a unit, by name',
    }),
    uncovered_segments: countSchema('Segments with uncovered rows, once for each metric'),
    biggest_uncovered: Type.Array(UncoveredSegmentSchema, {
      maxItems: MAX_TOP,
      description: 'The segments with the most uncovered rows, largest first',
    }),
    provenance: ProvenanceSchema,
  },
  { title: 'QualityCoverageResponse', ...closed },
);

export type QualityCoverageDocument = Static<typeof QualityCoverageSchema>;
