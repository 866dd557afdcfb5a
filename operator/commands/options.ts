import { Value } from 'typebox/value';
import { idPattern, type IdKind } from '../../domain/kernel/id-prefixes.ts';
import { ChosenNameSchema } from '../../contracts/wire/scalars.ts';
import { ACTIONS, type Action } from '../../domain/tenancy/actions.ts';
import { parseDollars } from '../../domain/spending/parse-dollars.ts';
import { parseDuration } from '../../domain/kernel/parse-duration.ts';
import { parseInstant } from '../../domain/kernel/parse-instant.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** An option of a command. The declaration determines its line in the help, its fault and its value. */
export interface Option<Value> {
  /** The rule for its value, phrased to follow “must be”; undefined for a flag. */
  readonly form?: string;
  /** The purpose of the option, if its name does not say it. */
  readonly purpose?: string;
  /** Parses the text; undefined if it breaks the rule. */
  readonly accept: (text: string, now: Date) => Value | undefined;
  /** The default of the option; without one, the option is required. */
  readonly leftOut?: { readonly value: Value };
  /** True if the audit must not contain the value, even if it has the form of an id. */
  readonly isPrivate?: true;
}

export function optional<Value>(option: Option<Value>): Option<Value | undefined> {
  return { ...option, leftOut: { value: undefined } };
}

export function withDefault<Value>(option: Option<Value>, value: Value): Option<Value> {
  return { ...option, purpose: `by default ${String(value)}`, leftOut: { value } };
}

export function flag(purpose: string): Option<boolean> {
  return { purpose, accept: () => true, leftOut: { value: false } };
}

/** Adds a purpose to an option. */
export function withPurpose<Value>(purpose: string, option: Option<Value>): Option<Value> {
  return { ...option, purpose: option.purpose === undefined ? purpose : `${purpose}; ${option.purpose}` };
}

export function idOption(...kinds: readonly IdKind[]): Option<string> {
  const patterns = kinds.map((kind) => new RegExp(idPattern(kind)));
  const names = kinds.map((kind) => kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
  return {
    form: `the id of one ${names.join(' or ')}, as the list command shows it`,
    accept: (text) => (patterns.some((pattern) => pattern.test(text)) ? text : undefined),
  };
}

/** A text that a person wrote. */
export function freeText(): Option<string> {
  return {
    form: '1 to 120 characters, without control characters, invisible characters and marks of text direction',
    accept: (text) => (Value.Check(ChosenNameSchema, text) ? text : undefined),
  };
}

/** A machine-readable name, such as that of a team or a model. */
export function plainName(): Option<string> {
  return {
    form: '1 to 128 letters, digits and characters of ._:/@-',
    accept: (text) => (/^[A-Za-z0-9._:/@-]{1,128}$/.test(text) ? text : undefined),
  };
}

export function anyText(form: string): Option<string> {
  return { form, accept: (text) => text };
}

export function oneOf<Member extends string>(members: readonly Member[]): Option<Member> {
  return { form: `one of ${members.join(', ')}`, accept: (text) => members.find((member) => member === text) };
}

export function actionList(): Option<Action[]> {
  return {
    form: `a list, separated by commas and without repetition, of ${ACTIONS.join(', ')}`,
    accept: (text) => {
      const names = text.split(',');
      const actions = ACTIONS.filter((action) => names.includes(action));
      return actions.length === names.length ? actions : undefined;
    },
  };
}

/** An option with a list of values of another option's form. */
export function listOption<Value>({ form, accept }: Option<Value>): Option<readonly Value[]> {
  return {
    form: `a list, separated by commas and without repetition, each ${form ?? ''}`,
    accept: (text, now) => {
      const texts = text.split(',');
      const values = texts.map((each) => accept(each, now)).filter((value) => value !== undefined);
      return values.length === texts.length && new Set(texts).size === texts.length ? values : undefined;
    },
  };
}

/** A whole number between these bounds. */
export function wholeNumber({ from, to }: { readonly from: number; readonly to: number }): Option<number> {
  return {
    form: `a whole number, ${from} to ${to}`,
    accept: (text) => {
      const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      return number >= from && number <= to ? number : undefined;
    },
  };
}

/** An option in milliseconds. */
export function duration(): Option<number> {
  return { form: 'a duration, such as `90s`, `15m` or `720h`', accept: durationOf };
}

/** The maximum of a duration: beyond a hundred years, a value is a typing error. */
const MAX_MS = 876_000 * HOUR_MS;

function durationOf(text: string): number | undefined {
  const ms = parseDuration(text);
  return ms !== undefined && ms <= MAX_MS ? ms : undefined;
}

/** An amount in USD; its value is whole nano-USD as a decimal string. */
export function usdAmount(): Option<string> {
  return {
    form: 'an amount in USD with at most 9 decimal places, such as 25.50',
    accept: parseDollars,
  };
}

export function instantOption(): Option<Date> {
  return { form: 'an RFC 3339 instant, such as 2026-01-31T08:00:00Z', accept: parseInstant };
}

export function futureInstant(): Option<Date> {
  return {
    form: 'an RFC 3339 instant in the future, such as 2030-01-31T08:00:00Z',
    accept: (text, now) => {
      const instant = parseInstant(text);
      return instant !== undefined && instant > now ? instant : undefined;
    },
  };
}

/** A whole UTC hour in the range of years that facts can have. */
export function wholeHour(): Option<Date> {
  return {
    form: 'a whole UTC hour of the years 2000 to 2099, such as 2026-01-31T08:00:00Z',
    accept: (text) => factTime(text, HOUR_MS),
  };
}

export function pastDay(): Option<Date> {
  return {
    form: 'a past midnight UTC, such as 2026-01-31T00:00:00Z',
    accept: (text, now) => {
      const instant = factTime(text, DAY_MS);
      return instant !== undefined && instant <= now ? instant : undefined;
    },
  };
}

function factTime(text: string, stepMs: number): Date | undefined {
  const instant = parseInstant(text);
  if (instant === undefined || instant.getTime() % stepMs !== 0) return undefined;
  const year = instant.getUTCFullYear();
  return year >= 2000 && year < 2100 ? instant : undefined;
}
