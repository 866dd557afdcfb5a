import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseInstantMs } from './parse-instant-ms.ts';

const UnitsSchema = Type.Record(Type.String(), Type.Number({ minimum: 0 }));
const NameSchema = Type.String({ minLength: 1, maxLength: 512 });

/** The question to a price table about the price of a call. */
const PriceBasisSchema = Type.Object(
  {
    /** Provider, by its id in the table. */
    provider: NameSchema,
    /**
     * Models in the order in which the table is asked about them: the one that answered, then the one that was asked
     * for.
     */
    models: Type.Array(NameSchema, { minItems: 1, maxItems: 2 }),
    /** The instant whose price holds. */
    at: Type.String({ maxLength: 40 }),
    /** The amount of each unit of the table that was used. */
    units: UnitsSchema,
    /** The units are an estimate of the gateway; absent where the provider counted them. */
    estimated: Type.Optional(Type.Literal(true)),
    /** The service level of the call, if it was not the standard one. */
    served: Type.Optional(
      Type.Array(Type.Object({ dimension: NameSchema, value: NameSchema }, { additionalProperties: false })),
    ),
    /** Parts that are charged by rates of their own. */
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

/** Characters of a basis; one that is longer is not kept, and its call stays unpriced. */
export const MAX_BASIS_CHARACTERS = 4_096;

/** A basis as a cost effect carries it; undefined where it is too long. */
export function priceBasisText(basis: PriceBasis): string | undefined {
  const text = JSON.stringify(basis);
  return text.length > MAX_BASIS_CHARACTERS ? undefined : text;
}

/** The basis that a cost effect carries; undefined where the text is none. */
export function readPriceBasis(text: string): PriceBasis | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return basisShape.Check(value) && parseInstantMs(value.at) !== undefined ? value : undefined;
  } catch {
    return undefined;
  }
}
