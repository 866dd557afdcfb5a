import { DIMENSION_LIMITS, TAG_PREFIX } from '../../contracts/ingest/dimensions/dimension-names.ts';

/** The dimensions of a call by name, and their text in the lines of the call, which is built once. */
export class CallDimensions {
  readonly #values: Record<string, string>;
  #members: string | undefined;

  /** @param values values in the form of lines */
  constructor(values: Record<string, string>) {
    this.#values = values;
  }

  get values(): Readonly<Record<string, string>> {
    return this.#values;
  }

  set(name: string, value: string): void {
    this.#values[name] = value;
    this.#members = undefined;
  }

  /** The dimensions as JSON members that follow another member. */
  get members(): string {
    this.#members ??= membersOf(this.#values);
    return this.#members;
  }
}

function membersOf(values: Readonly<Record<string, string>>): string {
  let members = '';
  let tags = 0;
  for (const name in values) {
    const value = values[name] as string;
    // Almost every call has a step class, and most calls have nothing else. Its value is a word of the gateway.
    if (name === 'step_class') members += `,"step_class":"${value}"`;
    else if (!name.startsWith(TAG_PREFIX)) members += `,"${name}":${JSON.stringify(value)}`;
    // More tags than a line holds exist only if more limits than that name different tags.
    else if ((tags += 1) <= DIMENSION_LIMITS.tags) members += `,${JSON.stringify(name)}:${JSON.stringify(value)}`;
  }
  return members;
}
