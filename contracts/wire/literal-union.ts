import { Type, type TEnum, type TSchemaOptions } from 'typebox';

/** The schema of a closed set, which `domain/` declares once as an `as const` tuple. */
export function literalUnion<const Values extends readonly string[]>(
  values: Values,
  options: TSchemaOptions = {},
): TEnum<Values[number][]> {
  return Type.Enum<Values[number][]>([...values], { type: 'string', ...options });
}
