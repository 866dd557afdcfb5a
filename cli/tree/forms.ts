import { idPattern, type IdKind } from '../../domain/kernel/id-prefixes.ts';
import { parseDuration } from '../../domain/kernel/parse-duration.ts';
import { parseInstant } from '../../domain/kernel/parse-instant.ts';
import type { Form } from './flag.ts';

/** A form with a closed set of texts. */
interface ChoiceForm<Member extends string> extends Form<Member> {
  readonly choices: readonly Member[];
}

/** Any text that is not empty. */
export const anyText: Form<string> = {
  rule: 'a text that is not empty',
  parse: (text) => (text === '' ? undefined : text),
};

export function oneOf<Member extends string>(choices: readonly Member[]): ChoiceForm<Member> {
  return {
    rule: `one of ${choices.join(', ')}`,
    choices,
    parse: (text) => choices.find((choice) => choice === text),
  };
}

/** A whole number between these bounds. */
export function wholeNumber(from: number, to: number): Form<number> {
  return {
    rule: `a whole number, ${from} to ${to}`,
    parse: (text) => {
      const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      return number >= from && number <= to ? number : undefined;
    },
  };
}

/** A share between 0 and 1. */
export const share: Form<number> = {
  rule: 'a share, 0 to 1, such as 0.25',
  parse: (text) => {
    const number = /^(0|1|0?\.\d{1,9}|0\.\d{1,9}|1\.0{1,9})$/.test(text) ? Number(text) : Number.NaN;
    return number >= 0 && number <= 1 ? number : undefined;
  },
};

/** A share above 0 and below 1. */
export const openShare: Form<number> = {
  rule: 'a share above 0 and below 1, such as 0.95',
  parse: (text) => {
    const number = share.parse(text);
    return number !== undefined && number > 0 && number < 1 ? number : undefined;
  },
};

/** A duration in milliseconds. */
export const duration: Form<number> = {
  rule: 'a duration, such as 90s, 15m or 720h',
  parse: (text) => parseDuration(text),
};

export const instant: Form<Date> = {
  rule: 'an RFC 3339 instant, such as 2026-01-31T08:00:00Z',
  parse: (text) => parseInstant(text),
};

/** The start of a window: a span before now in milliseconds, or an instant. */
export type WindowStart = { readonly beforeMs: number } | { readonly at: Date };

const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** A window, as in `--since 24h`, `30d`, `2w` or an instant. */
export const windowStart: Form<WindowStart> = {
  rule: 'a window such as 24h, 30d or 2w, or an RFC 3339 instant',
  parse: (text) => {
    const span = /^(\d{1,6})([smhdw])$/.exec(text);
    if (span !== null) {
      const beforeMs = Number(span[1]) * UNIT_MS[span[2] as keyof typeof UNIT_MS];
      return beforeMs > 0 ? { beforeMs } : undefined;
    }
    const at = parseInstant(text);
    return at === undefined ? undefined : { at };
  },
};

/** The id of a kind of resource. */
export function idOf(kind: IdKind): Form<string> {
  const pattern = new RegExp(idPattern(kind));
  const name = kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return {
    rule: `the id of one ${name}`,
    parse: (text) => (pattern.test(text) ? text : undefined),
  };
}

/** A list of texts separated by commas. Empty means no restriction. */
export const commaList: Form<readonly string[]> = {
  rule: 'a list separated by commas, without empty and repeated members',
  parse: (text) => {
    if (text === '') return [];
    const members = text.split(',');
    return members.includes('') || new Set(members).size < members.length ? undefined : members;
  },
};
