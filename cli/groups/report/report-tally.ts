import type { Purpose } from '../../../domain/insight/insight-sets.ts';
import { CostSum, type CostFigure } from '../../log-figures/cost-sum.ts';
import { ShadowPairs, tierOf, type ShadowPair } from '../../log-figures/shadow-pairs.ts';
import type { CallStatus, LoggedCall } from '../../logs/logged-call.ts';
import { CacheTally, type CacheReport } from './cache-tally.ts';
import { ShadowTally, type ShadowFigure } from './shadow-tally.ts';

/** The maximum number of different names that a list of the report distinguishes. Further ones count as `other`. */
const MAX_NAMES = 1_000;
const OTHER = 'other';

/** The figures of a log. Null means unknown, never 0. */
export interface Report {
  readonly first_call_at: string | null;
  readonly last_call_at: string | null;
  /** The calls of applications, in total and by status. */
  readonly calls: { readonly total: number } & Readonly<Partial<Record<CallStatus, number>>>;
  readonly spend: CostFigure;
  readonly tokens: {
    readonly input: number | null;
    readonly output: number | null;
    readonly cached_input: number | null;
    /** The number of calls in these sums. */
    readonly calls: number;
    readonly unknown_excluded: number;
  };
  /** The kinds of endings without success, most frequent first. */
  readonly endings: readonly { readonly kind: string; readonly calls: number }[];
  readonly cache: CacheReport;
  readonly shadow: {
    /** The number of shadow calls whose served call is not in the window. */
    readonly unpaired: number;
    readonly tiers: readonly (ShadowFigure & { readonly tier: string })[];
  };
  /** The models of calls of any purpose without a price. */
  readonly unpriced: readonly {
    readonly provider: string | null;
    readonly model: string | null;
    readonly calls: number;
    readonly reasons: readonly string[];
  }[];
  readonly other_purposes: readonly { readonly purpose: Purpose; readonly calls: number; readonly spend: CostFigure }[];
}

/** Counts calls one after the other, and presents their figures. */
export class ReportTally {
  readonly #statuses = new Map<CallStatus, number>();
  readonly #endings = new Map<string, number>();
  readonly #spend = new CostSum();
  readonly #otherPurposes = new Map<Purpose, { calls: number; readonly cost: CostSum }>();
  readonly #unpriced = new Map<string, UnpricedModel>();
  readonly #cache = new CacheTally();
  readonly #pairs = new ShadowPairs();
  readonly #shadows = new Map<string, ShadowTally>();
  readonly #tokens = { input: 0, output: 0, cached: 0, calls: 0, unknown: 0 };
  #calls = 0;
  #firstMs = Infinity;
  #lastMs = -Infinity;

  add(call: LoggedCall): void {
    const pair = this.#pairs.add(call);
    if (pair !== undefined) this.#addPair(pair);
    this.#firstMs = Math.min(this.#firstMs, call.admittedMs);
    this.#lastMs = Math.max(this.#lastMs, call.admittedMs);
    if (call.costUnknown === 'unpriced') this.#addUnpriced(call);
    if (call.purpose === 'application') this.#addServed(call);
    else this.#addOther(call);
  }

  /** The figures of all calls so far. */
  document(): Report {
    const { input, output, cached, calls, unknown } = this.#tokens;
    const isUnknown = calls === 0 && unknown > 0;
    return {
      first_call_at: this.#firstMs === Infinity ? null : new Date(this.#firstMs).toISOString(),
      last_call_at: this.#lastMs === -Infinity ? null : new Date(this.#lastMs).toISOString(),
      calls: { total: this.#calls, ...inOrder(this.#statuses) },
      spend: this.#spend.figure,
      tokens: {
        input: isUnknown ? null : input,
        output: isUnknown ? null : output,
        cached_input: isUnknown ? null : cached,
        calls,
        unknown_excluded: unknown,
      },
      endings: largestFirst(this.#endings).map(([kind, count]) => ({ kind, calls: count })),
      cache: this.#cache.figures,
      shadow: {
        unpaired: this.#pairs.unpaired,
        tiers: [...this.#shadows].toSorted(byName).map(([tier, tally]) => ({ tier, ...tally.figure })),
      },
      unpriced: [...this.#unpriced.values()].toSorted((one, other) => other.calls - one.calls).map(presentUnpriced),
      other_purposes: [...this.#otherPurposes].toSorted(byName).map(([purpose, { calls: count, cost }]) => ({
        purpose,
        calls: count,
        spend: cost.figure,
      })),
    };
  }

  #addServed(call: LoggedCall): void {
    this.#calls += 1;
    count(this.#statuses, call.status);
    if (call.status !== 'succeeded' && call.status !== 'pending') count(this.#endings, call.kind ?? call.status);
    this.#spend.add(call);
    this.#addTokens(call);
    this.#cache.add(call);
  }

  #addTokens({ inputTokens, outputTokens, cachedTokens = 0, status }: LoggedCall): void {
    const tokens = this.#tokens;
    if (inputTokens === undefined || outputTokens === undefined || status === 'pending') {
      tokens.unknown += 1;
      return;
    }
    tokens.input += inputTokens;
    tokens.output += outputTokens;
    tokens.cached += cachedTokens;
    tokens.calls += 1;
  }

  #addOther(call: LoggedCall): void {
    const other = this.#otherPurposes.get(call.purpose) ?? { calls: 0, cost: new CostSum() };
    other.calls += 1;
    other.cost.add(call);
    this.#otherPurposes.set(call.purpose, other);
  }

  #addUnpriced({ provider, model, unpricedReasons }: LoggedCall): void {
    const key = bounded(this.#unpriced, JSON.stringify([provider, model]));
    const found = this.#unpriced.get(key) ?? {
      provider: key === OTHER ? undefined : provider,
      model: key === OTHER ? OTHER : model,
      calls: 0,
      reasons: new Set<string>(),
    };
    found.calls += 1;
    for (const reason of unpricedReasons) found.reasons.add(reason);
    this.#unpriced.set(key, found);
  }

  #addPair(pair: ShadowPair): void {
    const tier = tierOf(pair.shadow) ?? pair.shadow.routeId ?? '';
    const tally = this.#shadows.get(tier) ?? new ShadowTally();
    tally.add(pair);
    this.#shadows.set(tier, tally);
  }
}

interface UnpricedModel {
  readonly provider: string | undefined;
  readonly model: string | undefined;
  calls: number;
  readonly reasons: Set<string>;
}

function presentUnpriced({ provider, model, calls, reasons }: UnpricedModel): Report['unpriced'][number] {
  return { provider: provider ?? null, model: model ?? null, calls, reasons: [...reasons].sort() };
}

function count<Name extends string>(counts: Map<Name, number>, name: Name): void {
  const key = bounded(counts, name) as Name;
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** A name, or `other` if it is new and there are too many: names come from the log. */
function bounded(known: ReadonlyMap<string, unknown>, name: string): string {
  return known.has(name) || known.size < MAX_NAMES ? name : OTHER;
}

function inOrder(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].toSorted(byName));
}

function largestFirst(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].toSorted(([name, one], [otherName, other]) => other - one || (name < otherName ? -1 : 1));
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
