import type { Tier } from '../../../domain/gateway/routing/routing-settings.ts';
import { toDollars } from '../../../domain/insight/to-dollars.ts';
import type { TextEndpoint } from '../../../domain/models/protocols.ts';
import type { LoggedCall } from '../../logs/logged-call.ts';
import type { FindPricedTier } from './tier-prices.ts';

/** The costs of calls that have both costs. Amounts are US dollars; null if no call has both. */
export interface MoveCost {
  /** The number of calls with both costs. */
  readonly compared: number;
  readonly logged_usd: string | null;
  readonly preview_usd: string | null;
  /** The preview minus the log: negative if the policy saves money. */
  readonly difference_usd: string | null;
  /** The number of calls that lack one of the costs. */
  readonly unpriced_excluded: number;
}

/** The calls that one model answered, and that a policy sends to one tier. */
export interface TierMove extends MoveCost {
  /** The provider and the model that answered. */
  readonly from: string;
  /** The tier; null if the requested model answers. */
  readonly to: string | null;
  /** The provider and the model of the tier; null without a tier, and if no provider of the file serves it. */
  readonly model: string | null;
  readonly calls: number;
}

interface Counts {
  calls: number;
  compared: number;
  loggedNanos: bigint;
  previewNanos: bigint;
}

type Counted = Counts & Pick<TierMove, 'from' | 'to' | 'model'>;

/** Counts calls by the model that answered and the previewed tier, with the costs of both. */
export class TierMoves {
  readonly #pricedTier: FindPricedTier;
  readonly #moves = new Map<string, Counted>();

  constructor(pricedTier: FindPricedTier) {
    this.#pricedTier = pricedTier;
  }

  /** @param tier the previewed tier; undefined if the requested model answers */
  add(call: LoggedCall, endpoint: TextEndpoint, tier: Tier | undefined): void {
    const from = `${call.provider ?? 'unknown'}/${call.model ?? 'unknown'}`;
    const priced = tier && this.#pricedTier(tier, endpoint);
    const model = priced === undefined ? null : `${priced.provider}/${tier?.model ?? ''}`;
    const to = tier?.name ?? null;
    const key = JSON.stringify([from, to]);
    const move = this.#moves.get(key) ?? { from, to, model, ...nothing() };
    // A call that stays where it was costs what it cost.
    const stays = tier === undefined ? isServedAsRequested(call) : model === from;
    count(move, call.costNanos, stays ? call.costNanos : priced?.priceOf(call));
    this.#moves.set(key, move);
  }

  /** The moves, most frequent first. */
  list(): TierMove[] {
    return [...this.#moves.values()]
      .toSorted((one, other) => other.calls - one.calls || (one.from < other.from ? -1 : 1))
      .map(({ from, to, model, ...counts }) => ({ from, to, model, calls: counts.calls, ...costOf(counts) }));
  }

  /** The cost of all calls. */
  total(): MoveCost {
    const sum = nothing();
    for (const { calls, compared, loggedNanos, previewNanos } of this.#moves.values()) {
      sum.calls += calls;
      sum.compared += compared;
      sum.loggedNanos += loggedNanos;
      sum.previewNanos += previewNanos;
    }
    return costOf(sum);
  }
}

function nothing(): Counts {
  return { calls: 0, compared: 0, loggedNanos: 0n, previewNanos: 0n };
}

function count(counts: Counts, loggedNanos: bigint | undefined, previewNanos: bigint | undefined): void {
  counts.calls += 1;
  if (loggedNanos === undefined || previewNanos === undefined) return;
  counts.compared += 1;
  counts.loggedNanos += loggedNanos;
  counts.previewNanos += previewNanos;
}

/** True if the requested model answered, as it does for a call without a tier. */
function isServedAsRequested({ noted }: LoggedCall): boolean {
  return noted?.['route.requested_model'] === noted?.['route.called_model'];
}

function costOf({ calls, compared, loggedNanos, previewNanos }: Counts): MoveCost {
  const usd = (nanos: bigint): string | null => (compared === 0 ? null : toDollars(String(nanos)));
  return {
    compared,
    logged_usd: usd(loggedNanos),
    preview_usd: usd(previewNanos),
    difference_usd: usd(previewNanos - loggedNanos),
    unpriced_excluded: calls - compared,
  };
}
