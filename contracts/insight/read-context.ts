import { Type, type Static } from 'typebox';
import { COVERAGE_ENTRIES } from '../../domain/insight/coverage.ts';
import { GRAINS, PRODUCER_CLASSES, PURPOSES } from '../../domain/insight-sets.ts';
import { literalUnion } from '../literal-union.ts';
import { InstantSchema } from '../scalars.ts';

/** The contract versions that answers of this build are computed under. */
export const CATALOG_VERSION = 1;
export const FILTER_VERSION = 1;

const closed = { additionalProperties: false } as const;

/** An unsigned integer that may be longer than a binary floating-point number can hold. */
const CounterSchema = Type.String({ pattern: '^\\d{1,20}$', description: 'Unsigned integer as a decimal string' });

/** How far one producer class has written and how far that is indexed. */
const WatermarkSchema = Type.Object(
  {
    producer_class: literalUnion(PRODUCER_CLASSES),
    produced_through: CounterSchema,
    indexed_through: CounterSchema,
    last_indexed_at: Type.Optional(InstantSchema),
  },
  { ...closed, description: 'produced_through above indexed_through: recent traffic is written but not yet indexed' },
);

/** The pin that an answer was computed under. Clients echo it unchanged and read nothing into it. */
export const ReadContextSchema = Type.Object(
  {
    schema: Type.Integer(),
    catalog_version: Type.Integer(),
    filter_version: Type.Integer(),
    central_account_id: Type.String({ description: 'The subject that asked' }),
    workspace_id: Type.String(),
    scope_digest: Type.String({ description: 'Digest of the resolved environments and the release filter' }),
    authority_epoch: CounterSchema,
    projection_generation: CounterSchema,
    retention_generation: CounterSchema,
    exclusion_generation: CounterSchema,
    from: InstantSchema,
    to: InstantSchema,
    grain: Type.Optional(literalUnion(GRAINS, { description: 'The grain of the series that created the context' })),
    display_tz: Type.String(),
    purposes: Type.Array(literalUnion(PURPOSES)),
    arrival_fence: Type.String({
      pattern: '^\\d{1,20}$',
      description: 'Arrival sequence the answer was computed up to',
    }),
    disclosed_through: Type.String({
      pattern: '^\\d{1,20}$',
      description: 'Arrival sequence up to which disclosed gaps are counted; at least arrival_fence',
    }),
    watermarks: Type.Array(WatermarkSchema),
    coverage: Type.Array(literalUnion(COVERAGE_ENTRIES), { description: 'Gaps disclosed for the window' }),
    evaluated_at: InstantSchema,
    seal: Type.String({ description: 'Proof that this service made the context; opaque' }),
  },
  closed,
);

export type ReadContext = Static<typeof ReadContextSchema>;
