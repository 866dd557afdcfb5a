import {
  Type,
  type TArray,
  type TBoolean,
  type TInteger,
  type TLiteral,
  type TNumber,
  type TObject,
  type TProperties,
  type TSchema,
  type TString,
  type TUnion,
} from 'typebox';

/** The documentation of a setting, for `docs/configuration.md`. */
interface About {
  readonly description: string;
  /** The default as it is written in the file; absent if the setting is required or has no default. */
  readonly fallback?: string;
}

/** The documentation of a setting, and its rule: a phrase that continues `must be`. */
type Leaf = About & { readonly form: string };

/** A setting that is `true` or `false`. */
export function flagSetting(description: string, fallback = 'false'): TBoolean {
  return Type.Boolean({ form: '`true` or `false`', description, fallback });
}

/** A text with a required form; without a pattern, any text that is not empty. */
export function textSetting(leaf: Leaf, pattern = '\\S'): TString {
  return Type.String({ maxLength: 1_024, pattern, ...leaf });
}

/** The name of an environment variable, so that the file holds no secret and no address. */
export function variableSetting(description: string): TString {
  return textSetting(
    { form: 'the name of a variable of the environment, and neither a URL nor a key', description },
    '^[A-Za-z_][A-Za-z0-9_]{0,127}$',
  );
}

/** The consent to send content to other software. */
export function consentSetting(): TString {
  const description = 'The consent to send content out of this deployment.';
  return textSetting({ form: '`allow`: content leaves this deployment', description }, '^allow$');
}

/** A number within bounds, never infinite. */
export function numberSetting(leaf: Leaf, bounds: NumberBounds): TNumber {
  return Type.Number({ ...bounds, ...leaf });
}

interface NumberBounds {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

/** A whole number with a minimum. */
export function countSetting(leaf: Leaf, minimum: number): TInteger {
  return Type.Integer({ minimum, maximum: 2_147_483_647, ...leaf });
}

/** A duration in the notation of Go; 0 needs no unit. */
export function durationSetting(about: About): TUnion<[TString, TLiteral<0>]> {
  const written = Type.String({ maxLength: 64, pattern: '^(0|(\\d{1,7}(\\.\\d{1,3})?(ms|s|m|h)){1,4})$' });
  const form = 'a duration of 0 or more, such as `90s`, `24h` or `1h30m`';
  return Type.Union([written, Type.Literal(0)], { form, ...about });
}

/** A list with a minimum length. */
export function listSetting<Item extends TSchema>(items: Item, leaf: Leaf, minItems = 0): TArray<Item> {
  return Type.Array(items, { minItems, maxItems: 1_000, ...leaf });
}

/** A mapping of settings. Any other member is a fault. */
export function blockSetting<Members extends TProperties>(members: Members): TObject<Members> {
  return Type.Object(members, { additionalProperties: false, form: 'a mapping of settings' });
}
