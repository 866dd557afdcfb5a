import { Type, type Static, type TString } from 'typebox';
import { COVERAGE_ENTRIES } from '../../../domain/insight/coverage.ts';
import { GRAINS, PRODUCER_CLASSES, PURPOSES } from '../../../domain/insight/insight-sets.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { InstantSchema, TimeZoneSchema, wholeSchema } from '../../wire/scalars.ts';
import { CoverageSchema } from './answer-scalars.ts';
import { QUERY_LIMITS } from './query-limits.ts';

/** The contract versions under which this build computes answers. */
export const CATALOG_VERSION = 1;
export const FILTER_VERSION = 1;

/** The maximum version of a contract. */
export const MAX_CONTRACT_VERSION = 65_535;

const closed = { additionalProperties: false } as const;

/** An unsigned integer that may exceed the exact range of a binary floating-point number. */
const CounterSchema = Type.String({
  maxLength: 20,
  pattern: '^\\d{1,20}$',
  description: 'Unsigned integer as a decimal string',
});

/** The schema of a bounded text in visible ASCII: an id, a digest or a seal. */
function boundedId(description: string): TString {
  return Type.String({
    maxLength: QUERY_LIMITS.max_id_length,
    pattern: '^[\\u0021-\\u007e]*$',
    'x-form': `at most ${QUERY_LIMITS.max_id_length} visible ASCII characters`,
    description,
  });
}

/** The position up to which one producer class has written, and the position up to which this is indexed. */
const WatermarkSchema = Type.Object(
  {
    producer_class: literalUnion(PRODUCER_CLASSES),
    produced_through: CounterSchema,
    indexed_through: CounterSchema,
    last_indexed_at: Type.Optional(InstantSchema),
  },
  {
    ...closed,
    title: 'Watermark',
    description:
      'Positions in the arrival sequence of the workspace. If produced_through is greater than indexed_through, recent traffic is written but not yet indexed.',
  },
);

/** The pin under which an answer was computed. Clients echo it unchanged and do not interpret it. */
export const ReadContextSchema = Type.Object(
  {
    schema: wholeSchema(1, MAX_CONTRACT_VERSION),
    catalog_version: wholeSchema(1, MAX_CONTRACT_VERSION),
    filter_version: wholeSchema(1, MAX_CONTRACT_VERSION),
    central_account_id: boundedId('The subject that sent the question'),
    workspace_id: boundedId('The workspace of the answer'),
    scope_digest: boundedId('Digest of the resolved environments and the release filter'),
    authority_epoch: CounterSchema,
    projection_generation: CounterSchema,
    retention_generation: CounterSchema,
    exclusion_generation: CounterSchema,
    from: InstantSchema,
    to: InstantSchema,
    grain: Type.Optional(literalUnion(GRAINS, { description: 'The grain of the series that created the context' })),
    display_tz: TimeZoneSchema,
    purposes: Type.Array(literalUnion(PURPOSES), { maxItems: PURPOSES.length }),
    arrival_fence: Type.String({
      maxLength: 20,
      pattern: '^\\d{1,20}$',
      'x-form': 'an unsigned integer as a decimal string',
      description: 'Position in the arrival sequence of the workspace up to which the answer was computed',
    }),
    disclosed_through: Type.String({
      maxLength: 20,
      pattern: '^\\d{1,20}$',
      'x-form': 'an unsigned integer as a decimal string',
      description: 'Position in the same sequence up to which disclosed gaps are counted; at least arrival_fence',
    }),
    watermarks: Type.Array(WatermarkSchema, { maxItems: PRODUCER_CLASSES.length }),
    coverage: Type.Array(CoverageSchema, {
      maxItems: COVERAGE_ENTRIES.length,
      description: 'Gaps that ingest disclosed for the window',
    }),
    // Traffic that arrived after this instant was not completely read when the pin was created. Absent if the index was
    // current.
    index_behind_since: Type.Optional(InstantSchema),
    evaluated_at: InstantSchema,
    seal: boundedId('Opaque proof that this service created the context'),
  },
  { ...closed, title: 'ReadContext' },
);

export type ReadContext = Static<typeof ReadContextSchema>;
