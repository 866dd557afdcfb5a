import type { OtlpAttributes } from './otlp-parts.ts';
import { toPlainValue } from './to-plain-value.ts';

/** The maximum length of a text that is parsed as JSON, in UTF-16 units. */
const MAX_JSON_CHARACTERS = 65_536;

const INDEXED = /^\.(\d{1,6})\.(.+)$/;

/** The attributes of a span by name, with those of its resource as a fallback. */
export class SpanAttributes {
  readonly #values = new Map<string, unknown>();
  /** The values of attributes other than texts and numbers. */
  readonly #structured = new Map<string, OtlpAttributes[number]['value']>();

  constructor(...lists: readonly (OtlpAttributes | null | undefined)[]) {
    for (const list of lists) {
      for (const { key, value } of list ?? []) {
        if (typeof key !== 'string' || !value || this.#values.has(key)) continue;
        this.#values.set(key, valueOf(value));
        if (value.arrayValue || value.kvlistValue) this.#structured.set(key, value);
      }
    }
  }

  /** The first text that is not empty; for a list, its first member. */
  text(names: readonly string[]): string | undefined {
    for (const name of names) {
      const value = this.#values.get(name);
      const text = Array.isArray(value) ? (value as readonly unknown[])[0] : value;
      if (typeof text === 'string' && text !== '') return text;
    }
    return undefined;
  }

  /** The first text, number or truth value, as a text. */
  word(names: readonly string[]): string | undefined {
    return names.map((name) => wordOf(this.#values.get(name))).find((word) => word !== undefined);
  }

  /** The texts of a list, or of a text with commas between them. */
  words(name: string): readonly string[] {
    const value = this.#values.get(name);
    if (Array.isArray(value)) return value.filter((one) => typeof one === 'string');
    return typeof value === 'string' ? value.split(',') : [];
  }

  /** The attributes whose names begin with a prefix: the rest of each name, and the value as a text. */
  below(prefix: string): [rest: string, word: string][] {
    const found: [string, string][] = [];
    for (const [name, value] of this.#values) {
      const word = name.startsWith(prefix) ? wordOf(value) : undefined;
      if (word !== undefined) found.push([name.slice(prefix.length), word]);
    }
    return found;
  }

  /** A text unchanged; lists and mappings as JSON. */
  document(names: readonly string[]): string | undefined {
    const name = names.find((one) => this.#structured.has(one) || this.text([one]) !== undefined);
    const structured = name === undefined ? undefined : this.#structured.get(name);
    return structured ? JSON.stringify(toPlainValue(structured)) : this.text(names);
  }

  /** A number of at least 0, from a number or a text. */
  number(names: readonly string[]): number | undefined {
    const number = this.real(names);
    return number === undefined || number < 0 ? undefined : number;
  }

  /** A number, from a number or a text. */
  real(names: readonly string[]): number | undefined {
    const value = this.#first(names);
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
  }

  /** A boolean, which some instrumentations write as a text; undefined if no attribute has one. */
  truth(names: readonly string[]): boolean | undefined {
    const value = this.#first(names);
    const normalized = typeof value === 'string' ? value.toLowerCase() : value;
    if (normalized === true || normalized === 'true') return true;
    return normalized === false || normalized === 'false' ? false : undefined;
  }

  /** The object that a text holds as JSON; undefined if the text holds none, or is too long to be parsed. */
  json(name: string): Readonly<Record<string, unknown>> | undefined {
    const text = this.text([name]);
    if (text === undefined || text.length > MAX_JSON_CHARACTERS || !text.startsWith('{')) return undefined;
    try {
      return JSON.parse(text) as Readonly<Record<string, unknown>>;
    } catch {
      return undefined;
    }
  }

  /** The members of a list whose attributes are `<name>.<index>.<member>`, in the order of the list. */
  list(name: string): Readonly<Record<string, unknown>>[] {
    const items = new Map<number, Record<string, unknown>>();
    for (const [key, value] of this.#values) {
      const [, index, member] = key.startsWith(`${name}.`) ? (INDEXED.exec(key.slice(name.length)) ?? []) : [];
      if (index === undefined || member === undefined) continue;
      const item = items.get(Number(index)) ?? {};
      items.set(Number(index), { ...item, [member]: value });
    }
    return [...items].sort(([one], [other]) => one - other).map(([, item]) => item);
  }

  /** The value of the first of these names that has one. */
  #first(names: readonly string[]): unknown {
    return names.map((name) => this.#values.get(name)).find((value) => value !== undefined && value !== null);
  }
}

function wordOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function valueOf(value: NonNullable<NonNullable<OtlpAttributes[number]['value']>>): unknown {
  const { stringValue, boolValue, intValue, doubleValue, arrayValue } = value;
  if (arrayValue) return (arrayValue.values ?? []).map((one) => one.stringValue);
  return stringValue ?? boolValue ?? intValue ?? doubleValue;
}
