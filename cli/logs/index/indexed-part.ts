import type { CallCounter } from '../groups/call-counter.ts';
import type { GroupKey } from '../groups/group-keys.ts';
import { addRecords, recordsOf } from '../groups/group-store.ts';
import type { CallWindow } from '../call-window.ts';
import type { PartEdges } from '../scan/part-scanner.ts';
import type { SkippedLines, SkipReason } from '../skipped-lines.ts';

/**
 * The facts by which an index groups calls. Traces are as many as calls, so an index of them would be as large as the
 * log.
 */
export const INDEXED_KEYS = ['model', 'agent', 'step-class', 'tool'] as const satisfies readonly GroupKey[];

/** The counts of a part of a log, for every window that contains all of its calls. */
export interface IndexedPart {
  readonly from: number;
  /** The end; null for a compressed file. */
  readonly to: number | null;
  /** The first and the last admission; null without calls. */
  readonly first_ms: number | null;
  readonly last_ms: number | null;
  readonly edges: PartEdges;
  readonly hours: readonly (readonly [hour: number, calls: number])[];
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
  /** Groups as records in Base64, by their key. */
  readonly groups: Readonly<Record<(typeof INDEXED_KEYS)[number], string>>;
}

/** The counts of a part for its index. @param counter a counter of this part alone, of all calls */
export function toIndexedPart(
  { from, to }: { readonly from: number; readonly to: number },
  {
    counter,
    skipped,
    edges,
  }: { readonly counter: CallCounter; readonly skipped: SkippedLines; readonly edges: PartEdges },
): IndexedPart {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const groups: Record<string, string> = {};
  for (const [key, table] of counter.tables) {
    groups[key] = recordsOf(table).toString('base64');
    for (const { firstMs, lastMs } of table.groups())
      [first, last] = [Math.min(first, firstMs), Math.max(last, lastMs)];
  }
  for (const { event } of edges.loose) {
    // Without an admission, nobody knows when the call was admitted, so the part is never within a window.
    const at = 'admitted_at' in event ? Date.parse(event.admitted_at) : Number.NaN;
    [first, last] = [Math.min(first, at), Math.max(last, at)];
  }
  const hasCalls = first !== Number.POSITIVE_INFINITY;
  return {
    from,
    to: Number.isFinite(to) ? to : null,
    first_ms: hasCalls ? boundOf(first) : null,
    last_ms: hasCalls ? boundOf(last) : null,
    edges,
    hours: counter.activity.hours,
    skipped: skipped.counts,
    groups: groups as IndexedPart['groups'],
  };
}

/** A bound for JSON, which has no number for an unknown one. */
function boundOf(ms: number): number {
  return Number.isNaN(ms) ? UNKNOWN_MS : ms;
}

const UNKNOWN_MS = -8_640_000_000_000_000;

/** True if a window contains all calls of a part, so that the part counts the same with the window and without it. */
export function isWithin({ first_ms: first, last_ms: last }: IndexedPart, { fromMs, toMs }: CallWindow): boolean {
  if (first === null || last === null) return true;
  const isUnknown = first === UNKNOWN_MS || last === UNKNOWN_MS;
  const isAll = fromMs === Number.NEGATIVE_INFINITY && toMs === Number.POSITIVE_INFINITY;
  return isUnknown ? isAll : first >= fromMs && last < toMs;
}

/** Adds the counts of a part. */
export function addIndexedPart(part: IndexedPart, counter: CallCounter, skipped: SkippedLines): void {
  for (const key of INDEXED_KEYS) {
    const table = counter.tables.get(key);
    if (table !== undefined) addRecords(table, Buffer.from(part.groups[key], 'base64'));
  }
  counter.activity.merge(part.hours);
  for (const [reason, count] of Object.entries(part.skipped)) skipped.add(reason as SkipReason, count);
}
