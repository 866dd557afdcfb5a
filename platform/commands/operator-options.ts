import { Value } from 'typebox/value';
import { idPattern } from '../../contracts/ids.ts';
import { NameSchema } from '../../contracts/scalars.ts';
import { ACTIONS, type Action } from '../../domain/access/actions.ts';
import type { IdKind } from '../../domain/ids.ts';
import { parseInstant } from '../../domain/instant.ts';
import { StartupFault } from '../startup-fault.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** One line of an answer. A member without a value is absent. */
export type Row = Readonly<Record<string, string | readonly string[]>>;

/** Reads the options that were given; each reader throws a `StartupFault` with one sentence. */
export class Options {
  readonly #values: Readonly<Record<string, string>>;

  constructor(values: Readonly<Record<string, string>>) {
    this.#values = values;
  }

  /** @throws StartupFault when the option is missing */
  text(option: string): string {
    const value = this.#values[option];
    if (value === undefined) throw new StartupFault(`--${option} is missing.`);
    return value;
  }

  given(option: string): string | undefined {
    return this.#values[option];
  }

  id(option: string, ...kinds: readonly IdKind[]): string {
    const value = this.text(option);
    if (kinds.some((kind) => new RegExp(idPattern(kind)).test(value))) return value;
    throw new StartupFault(`--${option} must be the id of one ${kinds.join(' or ')}, as the list command shows it.`);
  }

  /** A text that a person wrote. */
  words(option: string): string {
    const value = this.text(option);
    if (Value.Check(NameSchema, value)) return value;
    throw new StartupFault(`--${option} must be 1 to 120 characters, none of them a control character.`);
  }

  oneOf<Member extends string>(option: string, members: readonly Member[]): Member {
    const value = this.text(option);
    const member = members.find((known) => known === value);
    if (member === undefined) throw new StartupFault(`--${option} must be one of ${members.join(', ')}.`);
    return member;
  }

  actions(): Action[] {
    const names = this.text('actions').split(',');
    const actions = ACTIONS.filter((action) => names.includes(action));
    if (actions.length === names.length) return actions;
    throw new StartupFault(`--actions must be a list, with commas and no repetition, of ${ACTIONS.join(', ')}.`);
  }

  isSet(flag: string): boolean {
    return this.#values[flag] !== undefined;
  }

  /** A whole number of these bounds. */
  whole(option: string, { from, to, fallback }: { from: number; to: number; fallback?: number }): number {
    const value = fallback === undefined ? this.text(option) : this.given(option);
    const number =
      value === undefined ? (fallback ?? Number.NaN) : /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= from && number <= to) return number;
    throw new StartupFault(`--${option} must be a whole number, ${from} to ${to}.`);
  }

  /** An instant, if one is given. */
  instant(option: string): Date | undefined {
    const value = this.given(option);
    if (value === undefined) return undefined;
    const instant = parseInstant(value);
    if (instant !== undefined) return instant;
    throw new StartupFault(`--${option} must be an RFC 3339 instant, such as 2026-01-31T08:00:00Z.`);
  }

  future(option: string, now: Date): Date | undefined {
    const value = this.given(option);
    if (value === undefined) return undefined;
    const instant = parseInstant(value);
    if (instant !== undefined && instant > now) return instant;
    throw new StartupFault(`--${option} must be an RFC 3339 instant in the future, such as 2030-01-31T08:00:00Z.`);
  }

  /** A whole UTC hour of the years in which facts can lie. */
  hour(option: string): Date {
    const instant = this.#factTime(option);
    if (instant !== undefined && instant.getTime() % HOUR_MS === 0) return instant;
    throw new StartupFault(
      `--${option} must be a whole UTC hour of the years 2000 to 2099, such as 2026-01-31T08:00:00Z.`,
    );
  }

  /** A midnight UTC that has been. */
  pastDay(option: string, now: Date): Date {
    const instant = this.#factTime(option);
    if (instant !== undefined && instant.getTime() % DAY_MS === 0 && instant <= now) return instant;
    throw new StartupFault(`--${option} must be a midnight UTC that has been, such as 2026-01-31T00:00:00Z.`);
  }

  #factTime(option: string): Date | undefined {
    const instant = parseInstant(this.text(option));
    const year = instant?.getUTCFullYear() ?? 0;
    return year >= 2000 && year < 2100 ? instant : undefined;
  }
}

export interface Command<Ports> {
  readonly options: readonly string[];
  /** Options that may be left out. */
  readonly optional?: readonly string[];
  /** Options without a value, which may be left out. */
  readonly flags?: readonly string[];
  run(ports: Ports, options: Options): Promise<readonly Row[]>;
}
