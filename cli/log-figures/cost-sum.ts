import { toDollars } from '../../domain/insight/to-dollars.ts';
import type { LoggedCall } from '../logs/logged-call.ts';

/** A sum of costs, with the calls that it rests on and those that it omits. */
export interface CostFigure {
  /** US dollars; null if there are calls and none has a known cost. */
  readonly usd: string | null;
  /** The number of calls in the sum. */
  readonly calls: number;
  /** The number of calls in the sum whose cost is in part an estimate. */
  readonly estimated: number;
  /** The number of calls without a price, which the sum omits. */
  readonly unpriced_excluded: number;
  /** The number of calls that have not ended or wait for a price, which the sum omits. */
  readonly pending_excluded: number;
}

/** Adds the costs of calls. An unknown cost is never 0: it is omitted and counted. */
export class CostSum {
  #nanos = 0n;
  #calls = 0;
  #estimated = 0;
  #unpriced = 0;
  #pending = 0;

  add({
    costNanos,
    costUnknown,
    isCostEstimate,
  }: Pick<LoggedCall, 'costNanos' | 'costUnknown' | 'isCostEstimate'>): void {
    if (costNanos === undefined) {
      if (costUnknown === 'pending') this.#pending += 1;
      else this.#unpriced += 1;
      return;
    }
    this.#nanos += costNanos;
    this.#calls += 1;
    if (isCostEstimate) this.#estimated += 1;
  }

  get figure(): CostFigure {
    const left = this.#unpriced + this.#pending;
    return {
      usd: this.#calls === 0 && left > 0 ? null : toDollars(String(this.#nanos)),
      calls: this.#calls,
      estimated: this.#estimated,
      unpriced_excluded: this.#unpriced,
      pending_excluded: this.#pending,
    };
  }
}

/** A sum of costs for people. */
export function costText({ usd }: Pick<CostFigure, 'usd'>): string {
  return usd === null ? 'unknown' : `${usd} USD`;
}

/** The calls that a sum omits, for people; empty if it omits none. */
export function excludedText({
  unpriced_excluded: unpriced,
  pending_excluded: pending = 0,
}: {
  readonly unpriced_excluded: number;
  readonly pending_excluded?: number;
}): string {
  return [...(unpriced > 0 ? [`${unpriced} unpriced`] : []), ...(pending > 0 ? [`${pending} pending`] : [])].join(', ');
}
