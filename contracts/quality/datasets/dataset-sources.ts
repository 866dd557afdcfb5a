import { Type, type Static } from 'typebox';
import { TERMINAL_STATUSES, PURPOSES } from '../../../domain/insight/insight-sets.ts';
import { OUTCOME_METRICS } from '../../../domain/judges/evaluators.ts';
import { DATASET_LIMITS } from '../../../domain/quality/datasets/dataset-limits.ts';
import { idTextSchema, FILTER_TEXT_PATTERN } from '../../wire/id-text.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { textSchema, wholeSchema, WRITTEN_INSTANT_PATTERN } from '../../wire/scalars.ts';

const closed = { additionalProperties: false } as const;
const MAX_SEED = 4_294_967_295;

/** The ways to choose among more requests than the limit. */
const ITEM_ORDERS = ['newest', 'sampled'] as const;

const MetricSchema = literalUnion(OUTCOME_METRICS, { description: 'The metric of the outcomes' });

const name = (description: string) => Type.Optional(idTextSchema({ pattern: FILTER_TEXT_PATTERN, description }));

const instant = (description: string) =>
  textSchema(35, {
    pattern: WRITTEN_INSTANT_PATTERN,
    'x-form': 'an RFC 3339 instant, such as 2026-01-31T08:00:00Z',
    description,
    examples: ['2026-01-31T08:00:00Z'],
  });

const WINDOW = {
  from: instant('The start of the window of admissions'),
  until: instant('The end of the window, which is not part of it'),
} as const;

const LIMIT = {
  limit: wholeSchema(1, DATASET_LIMITS.items, { description: 'The maximum number of items' }),
} as const;

/** The requests of a window. */
export const DatasetFilterSchema = Type.Object(
  {
    ...WINDOW,
    ...LIMIT,
    order: Type.Optional(
      literalUnion(ITEM_ORDERS, {
        default: 'newest',
        description: '`newest`: the newest requests; `sampled`: those with the smallest hash of seed and `req_id`',
      }),
    ),
    seed: Type.Optional(
      wholeSchema(0, MAX_SEED, { default: 0, description: 'Only with `sampled`: selects another sample' }),
    ),
    purpose: Type.Optional(
      literalUnion(PURPOSES, { default: 'application', description: 'The purpose of the requests' }),
    ),
    status: Type.Optional(
      literalUnion(TERMINAL_STATUSES, { default: 'succeeded', description: 'How the requests ended' }),
    ),
    environment_id: Type.Optional(idSchema('environment')),
    segment: name('The route of the requests'),
    model: name('The model that served the requests'),
    feature: name('The dimension `feature` of the requests'),
    agent: name('The dimension `agent` of the requests'),
  },
  { title: 'DatasetFilter', ...closed },
);

/** The requests that an evaluator fails on a metric. */
export const DatasetFailuresSchema = Type.Object(
  {
    ...WINDOW,
    ...LIMIT,
    metric: MetricSchema,
    segment: name('The route of the requests'),
    evaluator_id: name('The evaluator; absent for every person, judge and check'),
  },
  { title: 'DatasetFailures', ...closed },
);

/** The requests that people labelled. */
export const DatasetLabelsSchema = Type.Object(
  { ...WINDOW, ...LIMIT, metric: MetricSchema, segment: name('The route of the requests') },
  { title: 'DatasetLabels', ...closed },
);

/** A line to import. */
const DatasetLineSchema = Type.Object(
  {
    instruction: textSchema(DATASET_LIMITS.text, { minLength: 1, description: 'The text of the request' }),
    output: Type.Optional(
      textSchema(DATASET_LIMITS.text, { minLength: 1, description: 'The answer, as it was produced elsewhere' }),
    ),
    model: name('The model that produced the output'),
    segment: name('The segment of the item'),
    expected: Type.Optional(
      textSchema(DATASET_LIMITS.annotationText, {
        minLength: 1,
        description: 'The expected answer; it becomes the annotation `expected`',
      }),
    ),
    labels: Type.Optional(
      Type.Record(Type.String({ pattern: `^(${OUTCOME_METRICS.join('|')})$` }), literalUnion(['pass', 'fail']), {
        additionalProperties: false,
        maxProperties: OUTCOME_METRICS.length,
        description: 'Verdicts by metric; they become the annotations `label.<metric>`, and no outcomes',
      }),
    ),
  },
  { title: 'DatasetLine', ...closed },
);

export type DatasetLine = Static<typeof DatasetLineSchema>;

/** Lines to import. */
export const DatasetImportSchema = Type.Object(
  {
    environment_id: Type.Optional(idSchema('environment')),
    lines: Type.Array(DatasetLineSchema, { minItems: 1, maxItems: DATASET_LIMITS.itemsPerRequest }),
  },
  {
    title: 'DatasetImport',
    description:
      'The requests are appended to traffic of the environment, which is optional if the workspace has exactly one',
    ...closed,
  },
);

/** Templates to expand. */
export const DatasetTemplatesSchema = Type.Object(
  {
    environment_id: Type.Optional(idSchema('environment')),
    templates: Type.Array(
      textSchema(DATASET_LIMITS.templateText, {
        minLength: 1,
        description: 'A text with placeholders such as `{city}`',
      }),
      { minItems: 1, maxItems: DATASET_LIMITS.templates },
    ),
    values: Type.Optional(
      Type.Record(
        Type.String({
          pattern: '^[a-z][a-z0-9_]{0,31}$',
          'x-form': '1 to 32 lower-case letters, digits and underscores; the first is a letter',
        }),
        Type.Array(textSchema(DATASET_LIMITS.valueText, { description: 'A value' }), {
          minItems: 1,
          maxItems: DATASET_LIMITS.values,
        }),
        {
          additionalProperties: false,
          maxProperties: DATASET_LIMITS.placeholders,
          description: 'The values of each placeholder',
        },
      ),
    ),
    limit: wholeSchema(1, DATASET_LIMITS.syntheticItems, { description: 'The maximum number of items' }),
    seed: Type.Optional(
      wholeSchema(0, MAX_SEED, {
        default: 0,
        description: 'Selects combinations, if there are more than the limit',
      }),
    ),
    segment: name('The segment of the items'),
  },
  { title: 'DatasetTemplates', ...closed },
);
