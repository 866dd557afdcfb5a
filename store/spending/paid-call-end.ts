import type { Price } from '../../domain/models/price.ts';
import type { PaidCallState } from '../../domain/spending/paid-call.ts';

/** The end of a paid call, for any purpose. */
export interface PaidCallEnd {
  readonly state: Exclude<PaidCallState, 'reserved'>;
  /** The error code; empty if the call was answered. */
  readonly fault: string;
  /** The price; undefined if there was no bill, or if it is unknown. */
  readonly price: Price | undefined;
  /** Counts by unit of the price table; undefined if the provider stated none. */
  readonly usage: Readonly<Record<string, number>> | undefined;
  readonly latencyMs: number | undefined;
  readonly answeredModel: string | undefined;
  readonly providerRequestId: string | undefined;
  /** Milliseconds that the provider asks to wait; undefined if it does not. */
  readonly limitedForMs: number | undefined;
}

/** One attempt of a call. */
export interface ReservedCall {
  readonly callId: string;
  readonly attempt: number;
}

/** The charge of a call: its price, or the full reservation if the amount of its bill is unknown. */
export function callCharge({ state, price }: Pick<PaidCallEnd, 'state' | 'price'>, reserved: bigint): bigint {
  if (state === 'never_sent' || state === 'refused') return 0n;
  return price?.state === 'priced' ? BigInt(price.nanos) : reserved;
}

/** The end of a call whose worker was lost. */
export const LOST_CALL_END: PaidCallEnd = {
  state: 'effect_unknown',
  fault: 'worker_lost',
  price: undefined,
  usage: undefined,
  latencyMs: undefined,
  answeredModel: undefined,
  providerRequestId: undefined,
  limitedForMs: undefined,
};
