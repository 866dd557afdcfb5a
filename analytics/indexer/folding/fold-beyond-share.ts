import { fairShare } from '../../../domain/kernel/fair-share.ts';

/** The values of one dimension in a line of an environment and UTC day. */
export interface LineValues {
  /** The position of the line in its batch. */
  readonly index: number;
  /** The virtual key that the line states; empty for none. */
  readonly key: string;
  readonly values: readonly string[];
  /** True if the rollup of dimensions contains the fact of the line, so that the line can add values to it. */
  readonly isSummed: boolean;
}

/** The values that an environment and UTC day has in one dimension. */
export interface HeldValues {
  /** The maximum number of values of all keys together. */
  readonly max: number;
  /** The number of values. */
  readonly count: number;
  /** The number of values that each key added; keys that are absent added none. */
  readonly byKey: ReadonlyMap<string, number>;
  /** The values among those of the lines that the rollup contains. */
  readonly known: ReadonlySet<string>;
}

/** The decision on the values of some lines. */
export interface FoldDecision {
  /** Positions of the lines whose values are folded, in the order of the lines. */
  readonly folded: readonly number[];
  /** The values that are new, and their number by key. */
  readonly added: ReadonlySet<string>;
  readonly addedByKey: ReadonlyMap<string, number>;
}

/** The weight of `fairShare`: a key may take half of what all other keys leave free. */
const WEIGHT = 1;

/**
 * Decides which lines have values beyond the share of their key. A known value always stays. A new one stays while its
 * key holds at most half of what the other keys leave free, so a single key gets half of the maximum, and a key that
 * starts after a flood gets half of the rest. Below half of the maximum, nothing is folded for any keys.
 */
export function foldBeyondShare(lines: readonly LineValues[], { max, count, byKey, known }: HeldValues): FoldDecision {
  const folded: number[] = [];
  const added = new Set<string>();
  const addedByKey = new Map<string, number>();
  for (const { index, key, values, isSummed } of lines) {
    const fresh = values.filter((value) => !known.has(value) && !added.has(value));
    if (fresh.length === 0) continue;
    const own = (byKey.get(key) ?? 0) + (addedByKey.get(key) ?? 0);
    const ofOthers = Math.max(0, count + added.size - own);
    if (own + fresh.length > fairShare(max, ofOthers, WEIGHT)) {
      folded.push(index);
      continue;
    }
    if (!isSummed) continue;
    for (const value of fresh) added.add(value);
    addedByKey.set(key, (addedByKey.get(key) ?? 0) + fresh.length);
  }
  return { folded, added, addedByKey };
}
