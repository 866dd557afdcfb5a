import { Type, type TLiteral, type TSchemaOptions, type TUnion } from 'typebox';

type Literals<Values extends readonly string[]> = {
  -readonly [Index in keyof Values]: TLiteral<Values[Index] & string>;
};

/** The schema of a closed set that `domain/` declares once as an `as const` tuple. */
export function literalUnion<const Values extends readonly string[]>(
  values: Values,
  options: TSchemaOptions = {},
): TUnion<Literals<Values>> {
  return Type.Union(
    values.map((value) => Type.Literal(value)),
    options,
  ) as unknown as TUnion<Literals<Values>>;
}
