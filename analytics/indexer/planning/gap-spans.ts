import type { PlannedGap } from '../../../store/ingest/planning/batch-plan.ts';

/** A span in which lines of a batch are missing, half-open, in Unix milliseconds. */
export type GapSpan = Pick<PlannedGap, 'fromMs' | 'toMs' | 'lines'> & { readonly reasons: readonly string[] };

/** The number of spans above which those that begin in the same UTC hour are joined. */
const MAX_SPANS = 100;
/** The number of spans above which the nearest ones are joined. */
const MAX_HOURS = 1_000;

const HOUR_MS = 3_600_000;
const HALF_A_DAY_MS = 12 * HOUR_MS;

/**
 * The distinct spans of one scope, each with all lines that are missing in it. Their number is limited, because many
 * senders fill the table.
 */
export class GapSpans {
  readonly #spans = new Map<string, { fromMs: number; toMs: number; lines: number[]; reasons: Set<string> }>();

  add(fromMs: number, toMs: number, line: number, reason: string): void {
    const key = `${fromMs} ${toMs}`;
    const span = this.#spans.get(key) ?? { fromMs, toMs, lines: [], reasons: new Set<string>() };
    this.#spans.set(key, span);
    span.lines.push(line);
    span.reasons.add(reason);
  }

  all(): GapSpan[] {
    const spans = [...this.#spans.values()].map(({ reasons, ...span }) => ({ ...span, reasons: [...reasons].sort() }));
    if (spans.length <= MAX_SPANS) return spans;
    const inOrder = spans.sort((one, other) => one.fromMs - other.fromMs);
    const byHour = joined(inOrder, (before, span) => hourOf(before.fromMs) === hourOf(span.fromMs));
    if (byHour.length <= MAX_HOURS) return byHour;
    const distances = byHour.map((span, index) => span.fromMs - (byHour[index - 1]?.toMs ?? Number.NEGATIVE_INFINITY));
    const furthest = [...distances.keys()].sort((one, other) => Number(distances[other]) - Number(distances[one]));
    const first = new Set(furthest.slice(0, MAX_HOURS).map((index) => byHour[index]));
    return joined(byHour, (_, span) => !first.has(span));
  }
}

function hourOf(ms: number): number {
  return Math.floor(ms / HOUR_MS);
}

/** The spans, with neighbours joined if they belong together. */
function joined(spans: readonly GapSpan[], belong: (before: GapSpan, span: GapSpan) => boolean): GapSpan[] {
  const groups: GapSpan[][] = [];
  let before: GapSpan | undefined;
  for (const span of spans) {
    const group = groups.at(-1);
    if (before !== undefined && group !== undefined && belong(before, span)) group.push(span);
    else groups.push([span]);
    before = span;
  }
  return groups.map((group) => ({
    fromMs: Math.min(...group.map(({ fromMs }) => fromMs)),
    toMs: Math.max(...group.map(({ toMs }) => toMs)),
    lines: group.flatMap(({ lines }) => lines),
    reasons: [...new Set(group.flatMap(({ reasons }) => reasons))].sort(),
  }));
}

/**
 * The spans in which a line without a time may be missing, by the instants of the lines before and after it. If these
 * are at most a day apart, the span is between them; otherwise it is the half day next to each. The order of a log
 * allows no closer bound, and a span of years would mark years of complete traffic as partial.
 */
export function gapSpansBetween(before: number | undefined, behind: number): { fromMs: number; toMs: number }[] {
  if (before === undefined) return [{ fromMs: behind - HALF_A_DAY_MS, toMs: behind + 1 }];
  const [first, last] = [Math.min(before, behind), Math.max(before, behind)];
  if (last - first <= 2 * HALF_A_DAY_MS) return [{ fromMs: first, toMs: last + 1 }];
  return [
    { fromMs: first, toMs: first + HALF_A_DAY_MS },
    { fromMs: last - HALF_A_DAY_MS, toMs: last + 1 },
  ];
}
