import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseInstantMs } from './parse-instant-ms.ts';

const UnitsSchema = Type.Record(Type.String(), Type.Number({ minimum: 0 }));
const NameSchema = Type.String({ minLength: 1, maxLength: 512 });

/** The query to a price table for the price of a call. */
const PriceBasisSchema = Type.Object(
  {
    /** Provider, by its id in the table. */
    provider: NameSchema,
    /** The models to look up in the table, in this order: the one that answered, then the requested one. */
    models: Type.Array(NameSchema, { minItems: 1, maxItems: 2 }),
    /** The instant at which the price applies. */
    at: Type.String({ maxLength: 40 }),
    /** The amount of each unit of the table that was used. */
    units: UnitsSchema,
    /** True if the gateway estimated the units; absent if the provider counted them. */
    estimated: Type.Optional(Type.Literal(true)),
    /** The service level of the call, if it was not the standard one. */
    served: Type.Optional(
      Type.Array(Type.Object({ dimension: NameSchema, value: NameSchema }, { additionalProperties: false })),
    ),
    /** Parts that are charged at separate rates. */
    parts: Type.Optional(
      Type.Array(
        Type.Object({ model: Type.Optional(NameSchema), units: UnitsSchema }, { additionalProperties: false }),
      ),
    ),
  },
  { additionalProperties: false },
);
export type PriceBasis = Static<typeof PriceBasisSchema>;

const basisShape = Compile(PriceBasisSchema);

/** The maximum number of characters of a basis. A longer one is not stored, and its call stays unpriced. */
export const MAX_BASIS_CHARACTERS = 4_096;

/** A basis in the form of a cost effect; undefined if it is too long. */
export function priceBasisText(basis: PriceBasis): string | undefined {
  const text = JSON.stringify(basis);
  return text.length > MAX_BASIS_CHARACTERS ? undefined : text;
}

/** The basis in a cost effect; undefined if the text is not a valid basis. */
export function readPriceBasis(text: string): PriceBasis | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return basisShape.Check(value) && parseInstantMs(value.at) !== undefined ? value : undefined;
  } catch {
    return undefined;
  }
}
