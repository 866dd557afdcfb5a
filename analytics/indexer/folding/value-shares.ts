import { DIMENSION_LIMITS } from '../../../contracts/ingest/dimensions/dimension-names.ts';
import { MAX_VALUES_OF_KEY, TAG_SHARES } from '../../../domain/insight/folded-values.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { BatchInPlanning } from '../../../store/ingest/planning/batch-plan.ts';
import type { AnalyticsClient } from '../../analytics-client.ts';
import type { FactLine } from '../events/read-batch.ts';
import { isSummedFact, linesByDay, type DayLines } from './environment-day.ts';
import { foldBeyondShare, type FoldDecision, type LineValues } from './fold-beyond-share.ts';
import {
  FOLDED_DIMENSIONS,
  foldedText,
  textOfDimension,
  valuesInText,
  type FoldedDimension,
  type FoldedPositions,
} from './folded-dimension.ts';
import { countValues, countValuesByKey, findKnownValues, MAX_COUNTED_KEYS } from './held-values.ts';
import { ValueCount } from './value-count.ts';

/** The figures of a planned batch, by dimension. */
export interface PlannedValues {
  /** The number of values of the environment with the most on the present UTC day, for dimensions that were counted. */
  readonly values: ReadonlyMap<FoldedDimension, number>;
  /** The number of events whose values the batch folds. */
  readonly folded: ReadonlyMap<FoldedDimension, number>;
}

export interface ValueSharesOptions {
  /**
   * The number of values that a single virtual key may add to a dimension on a UTC day; all keys of an environment
   * together may add twice as many. Tags have four times these numbers.
   */
  readonly maxOfKey?: number;
  /** Called after each planned batch. */
  readonly onPlanned?: (figures: PlannedValues) => void;
}

/** Seconds after which the values of a day are counted again, for the metric of their number. */
const COUNTED_FOR_SECONDS = 900;

/** The part of a share by which the number of values may be wrong before they are counted again. */
const TOLERATED_PART = 0.1;

/** The number of environments and days whose counts stay in memory, about 1 KB each. */
const MAX_DAYS = 10_000;

/**
 * The number of planned batches whose new values stay in memory, because the rollup may not contain them yet. An
 * importer plans one batch while it loads another.
 */
const RECENT_BATCHES = 4;

/** The counts of an environment on a day. */
interface CountedDay {
  readonly counts: ReadonlyMap<FoldedDimension, ValueCount>;
  readonly day: number;
  /** The value of `performance.now()` at which the values were last counted; undefined before the first time. */
  countedAt: number | undefined;
}

/** The consequences of a batch for the counts, which apply when it is planned. */
interface PendingBatch {
  readonly firstSeq: bigint;
  readonly apply: (() => void)[];
  /** The new values by environment, day and dimension. */
  readonly values: Map<string, ReadonlySet<string>>;
  readonly folded: FoldedPositions;
}

/**
 * The shares of virtual keys in the values of dimensions, by environment and UTC day. A value beyond the share of its
 * key is folded, and its sums count in one group.
 *
 * The rollup is the record of the values, so that a restart loses nothing. It is asked for values only if a dimension
 * may have more of them than the share of a single key. Below that number, nothing is folded for any keys. The result
 * belongs to the plan of the batch, so a repetition does not depend on this state.
 */
export class ValueShares {
  readonly #clickhouse: AnalyticsClient;
  readonly #clock: Clock;
  readonly #maxOfKey: number;
  readonly #onPlanned: ValueSharesOptions['onPlanned'];
  readonly #days = new Map<string, CountedDay>();
  readonly #recent: ReadonlyMap<string, ReadonlySet<string>>[] = [];
  #next: bigint | undefined;
  /** The number of lines that other indexers have planned since this one started. */
  #foreign = 0;
  #pending: PendingBatch | undefined;

  constructor(
    clickhouse: AnalyticsClient,
    clock: Clock,
    { maxOfKey = MAX_VALUES_OF_KEY, onPlanned }: ValueSharesOptions = {},
  ) {
    this.#clickhouse = clickhouse;
    this.#clock = clock;
    this.#maxOfKey = maxOfKey;
    this.#onPlanned = onPlanned;
  }

  /**
   * Positions of the lines of a batch in planning whose values are folded.
   *
   * @param lines the lines whose events are new
   */
  async fold({ firstSeq }: Pick<BatchInPlanning, 'firstSeq'>, lines: readonly FactLine[]): Promise<FoldedPositions> {
    this.#follow(firstSeq);
    const groups = linesByDay(lines);
    await this.#count(groups);
    const folded = new Map<FoldedDimension, readonly number[]>();
    const pending: PendingBatch = { firstSeq, apply: [], values: new Map(), folded };
    for (const group of groups) {
      for (const [dimension, count] of this.#dayOf(group).counts) {
        const positions = await this.#foldDimension(group, dimension, count, pending);
        if (positions.length === 0) continue;
        const all = [...(folded.get(dimension) ?? []), ...positions];
        folded.set(
          dimension,
          all.sort((one, other) => one - other),
        );
      }
    }
    this.#pending = pending;
    return folded;
  }

  /** Counts the values of a planned batch, if it is the batch that was folded last. */
  addPlanned({ firstSeq }: Pick<BatchInPlanning, 'firstSeq'>, lineCount: number): void {
    const pending = this.#pending;
    if (pending?.firstSeq !== firstSeq) return;
    this.#pending = undefined;
    this.#next = firstSeq + BigInt(lineCount);
    for (const apply of pending.apply) apply();
    this.#recent.push(pending.values);
    if (this.#recent.length > RECENT_BATCHES) this.#recent.shift();
    this.#onPlanned?.({
      values: this.#mostValuesToday(),
      folded: new Map(
        FOLDED_DIMENSIONS.map((dimension) => [dimension, pending.folded.get(dimension)?.length ?? 0] as const),
      ),
    });
  }

  /** Notes the lines that other indexers have planned since the last batch of this one. */
  #follow(firstSeq: bigint): void {
    if (this.#next !== undefined && firstSeq > this.#next) this.#foreign += Number(firstSeq - this.#next);
    this.#next = firstSeq;
  }

  /** Counts the values of the days that are new, and of those whose number is too uncertain or too old. */
  async #count(groups: readonly DayLines[]): Promise<void> {
    const due = groups.filter((group) => this.#isCountDue(group));
    if (due.length === 0) return;
    const found = await countValues(this.#clickhouse, due);
    for (const group of due) {
      const day = this.#dayOf(group);
      day.countedAt = performance.now();
      for (const [dimension, count] of day.counts) count.reset(found.get(group.id)?.get(dimension) ?? 0, this.#foreign);
    }
  }

  #isCountDue(group: DayLines): boolean {
    const { countedAt, counts } = this.#dayOf(group);
    if (countedAt === undefined || performance.now() - countedAt > COUNTED_FOR_SECONDS * 1_000) return true;
    return [...counts].some(([dimension, count]) => {
      const share = this.#shareOf(dimension);
      const uncertain = count.uncertain(this.#foreign);
      return uncertain > share * TOLERATED_PART && count.held + uncertain + mostIn(group, dimension) > share;
    });
  }

  /** The counts of a day. The days that were used least recently are dropped, and counted again when they are used. */
  #dayOf({ id, day }: DayLines): CountedDay {
    const known: CountedDay = this.#days.get(id) ?? {
      counts: new Map(
        FOLDED_DIMENSIONS.map((dimension) => [dimension, new ValueCount(maxInLine(dimension), this.#foreign)] as const),
      ),
      day,
      countedAt: undefined,
    };
    this.#days.delete(id);
    this.#days.set(id, known);
    if (this.#days.size > MAX_DAYS) {
      const [oldest = id] = this.#days.keys();
      this.#days.delete(oldest);
    }
    return known;
  }

  /** Decides on the values of one dimension of a day. Positions of the lines that are folded. */
  async #foldDimension(
    group: DayLines,
    dimension: FoldedDimension,
    count: ValueCount,
    pending: PendingBatch,
  ): Promise<readonly number[]> {
    const most = mostIn(group, dimension);
    if (count.held + count.uncertain(this.#foreign) + most <= this.#shareOf(dimension)) {
      pending.apply.push(() => count.addUnseen(most));
      return [];
    }
    const lines = valuesOfLines(group, dimension);
    if (lines.length === 0) return [];
    const decision = await this.#decide(group, dimension, count, lines);
    pending.apply.push(() => count.add(decision.addedByKey, MAX_COUNTED_KEYS));
    pending.values.set(`${group.id}\n${dimension}`, decision.added);
    return decision.folded;
  }

  async #decide(
    group: DayLines,
    dimension: FoldedDimension,
    count: ValueCount,
    lines: readonly LineValues[],
  ): Promise<FoldDecision> {
    const candidates = [...new Set(lines.flatMap(({ values }) => values))];
    const [known, byKey] = await Promise.all([
      findKnownValues(this.#clickhouse, group, dimension, candidates),
      count.byKey ?? countValuesByKey(this.#clickhouse, group, dimension),
    ]);
    count.byKey ??= byKey;
    for (const recent of this.#recent)
      for (const value of recent.get(`${group.id}\n${dimension}`) ?? []) known.add(value);
    known.add(foldedText(dimension));
    // Half of the maximum is the share of a single key.
    return foldBeyondShare(lines, { max: 2 * this.#shareOf(dimension), count: count.held, byKey, known });
  }

  #shareOf(dimension: FoldedDimension): number {
    return dimension === 'tags' ? TAG_SHARES * this.#maxOfKey : this.#maxOfKey;
  }

  #mostValuesToday(): ReadonlyMap<FoldedDimension, number> {
    const today = new Date(this.#clock.now()).setUTCHours(0, 0, 0, 0) / 1_000;
    const most = new Map<FoldedDimension, number>();
    for (const { day, counts } of this.#days.values()) {
      if (day !== today) continue;
      for (const [dimension, { held }] of counts) most.set(dimension, Math.max(most.get(dimension) ?? 0, held));
    }
    return most;
  }
}

/** The maximum number of values of a dimension in a line. */
function maxInLine(dimension: FoldedDimension): number {
  return dimension === 'tags' ? DIMENSION_LIMITS.tags : 1;
}

/** The maximum number of values that lines can add to a dimension. */
function mostIn({ lines, tags }: DayLines, dimension: FoldedDimension): number {
  return dimension === 'tags' ? tags : lines.length;
}

function valuesOfLines({ lines }: DayLines, dimension: FoldedDimension): LineValues[] {
  return lines.flatMap((line) => {
    const values = valuesInText(dimension, textOfDimension(line.fact, dimension));
    if (values.length === 0) return [];
    return [{ index: line.index, key: textOfDimension(line.fact, 'key'), values, isSummed: isSummedFact(line) }];
  });
}
