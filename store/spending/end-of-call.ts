import type { Price } from '../../domain/models/price.ts';
import type { PaidCallState } from '../../domain/spending/paid-call.ts';

/** How a paid call ended, for any purpose. */
export interface EndOfCall {
  readonly state: Exclude<PaidCallState, 'reserved'>;
  /** Empty of an answer. */
  readonly fault: string;
  /** Undefined where there was no bill, or nobody knows of one. */
  readonly price: Price | undefined;
  /** By the units of the price table; undefined where the provider did not say. */
  readonly usage: Readonly<Record<string, number>> | undefined;
  readonly latencyMs: number | undefined;
  readonly answeredModel: string | undefined;
  readonly providerRequestId: string | undefined;
  /** How long the provider asks to be left alone; undefined where it does not. */
  readonly limitedForMs: number | undefined;
}

/** One try of a call. */
export interface ReservedCall {
  readonly callId: string;
  readonly attempt: number;
}

/** What a call is charged with: its price; what it can cost at most where there is a bill of which nobody knows the amount. */
export function chargeOf({ state, price }: Pick<EndOfCall, 'state' | 'price'>, reserved: bigint): bigint {
  if (state === 'never_sent' || state === 'refused') return 0n;
  return price?.state === 'priced' ? BigInt(price.nanos) : reserved;
}

/** How a call ends whose maker is gone. */
export const LOST_CALL: EndOfCall = {
  state: 'effect_unknown',
  fault: 'worker_lost',
  price: undefined,
  usage: undefined,
  latencyMs: undefined,
  answeredModel: undefined,
  providerRequestId: undefined,
  limitedForMs: undefined,
};
