import { Type, type Static } from 'typebox';
import { MEASUREMENT_KINDS } from '../../../domain/quality/metacost/measurement-kinds.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { countSchema, textSchema } from '../../wire/scalars.ts';
import { MoneySchema } from '../estimates/money.ts';
import { ProvenanceSchema, windowQuery } from './quality-window.ts';

const closed = { additionalProperties: false } as const;

/** The window of a cost of measurement. */
export const MetacostQuerySchema = windowQuery({});

const SPEND = {
  calls: countSchema('Charged calls'),
  cost: MoneySchema,
  unpriced_calls: countSchema('Calls that `cost` leaves out, because their price is unknown'),
} as const;

const SpendSchema = Type.Object(SPEND, { title: 'MetacostSpend', ...closed });

/** The cost of measuring quality, apart from the spend of the product. */
export const MetacostSchema = Type.Object(
  {
    workspace_id: idSchema('workspace'),
    kinds: Type.Array(
      Type.Object({ kind: literalUnion(MEASUREMENT_KINDS), ...SPEND }, { title: 'MetacostKind', ...closed }),
      { maxItems: MEASUREMENT_KINDS.length, description: 'Spend of each kind of measurement; no call is in two kinds' },
    ),
    measurement: SpendSchema,
    product: SpendSchema,
    notes: Type.Array(textSchema(500), { maxItems: 10, description: 'What the figures do not contain' }),
    provenance: ProvenanceSchema,
  },
  { title: 'MetacostResponse', ...closed },
);

export type MetacostDocument = Static<typeof MetacostSchema>;
