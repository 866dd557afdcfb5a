/** A flag of a command. The declaration determines its line in help and completion, its check and its value. */
export interface Flag<Value> {
  readonly summary: string;
  /** The placeholder of its value, such as `<file>`; absent for a switch. */
  readonly value?: string;
  readonly short?: string;
  /** The closed set of its values. */
  readonly choices?: readonly string[];
  /** The default as a person reads it. */
  readonly defaultText?: string;
  readonly isRepeatable?: true;
  readonly isRequired?: true;
  /** The names of flags that contradict this one. */
  readonly contradicts?: readonly string[];
  /**
   * The value of the flag.
   *
   * @param texts the typed values in their order; empty if the flag is absent
   * @throws FormFault if a text has another form
   */
  readonly read: (texts: readonly string[]) => Value;
}

/** Flags by their names without dashes. */
export type Flags = Readonly<Record<string, Flag<unknown>>>;

/** The values of declared flags. */
export type FlagValues<Declared extends Flags> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Flag<infer Value> ? Value : never;
};

/** Thrown for a text that a flag or an argument does not accept; the message follows “must be”. */
export class FormFault extends Error {}

/** Parses one text; undefined if it has another form. */
export interface Form<Value> {
  /** The rule, phrased to follow “must be”. */
  readonly rule: string;
  readonly parse: (text: string) => Value | undefined;
}

type Extras = Pick<Flag<unknown>, 'short' | 'contradicts'>;

export function switchFlag(summary: string, extras: Extras = {}): Flag<boolean> {
  return { summary, ...extras, read: (texts) => texts.length > 0 };
}

/** A flag that may be absent. */
export function optionalFlag<Value>(
  value: string,
  summary: string,
  form: Form<Value>,
  extras: Extras = {},
): Flag<Value | undefined> {
  return {
    summary,
    value,
    ...choicesOf(form),
    ...extras,
    read: ([text]) => (text === undefined ? undefined : parseText(form, text)),
  };
}

/** A flag with a value that applies if the flag is absent. */
export function defaultedFlag<Value>(
  value: string,
  summary: string,
  { form, preset, presetText = String(preset) }: { form: Form<Value>; preset: Value; presetText?: string },
  extras: Extras = {},
): Flag<Value> {
  return {
    summary,
    value,
    defaultText: presetText,
    ...choicesOf(form),
    ...extras,
    read: ([text]) => (text === undefined ? preset : parseText(form, text)),
  };
}

/** A flag that the command needs. */
export function requiredFlag<Value>(
  value: string,
  summary: string,
  form: Form<Value>,
  extras: Extras = {},
): Flag<Value> {
  return {
    summary,
    value,
    isRequired: true,
    ...choicesOf(form),
    ...extras,
    read: ([text = '']) => parseText(form, text),
  };
}

/** A flag that can be repeated. */
export function listFlag<Value>(
  value: string,
  summary: string,
  { form, from = 0, to }: { form: Form<Value>; from?: number; to?: number },
  extras: Extras = {},
): Flag<readonly Value[]> {
  return {
    summary,
    value,
    isRepeatable: true,
    ...(from > 0 && { isRequired: true as const }),
    ...choicesOf(form),
    ...extras,
    read: (texts) => {
      if (texts.length < from || (to !== undefined && texts.length > to))
        throw new FormFault(`given ${from} to ${to ?? 'any number of'} times`);
      return texts.map((text) => parseText(form, text));
    },
  };
}

/** Parses a text with a form. Throws `FormFault` if it has another form. */
export function parseText<Value>({ rule, parse }: Form<Value>, text: string): Value {
  const value = parse(text);
  if (value === undefined) throw new FormFault(rule);
  return value;
}

function choicesOf(form: Form<unknown>): { choices?: readonly string[] } {
  return 'choices' in form ? { choices: form.choices as readonly string[] } : {};
}
