import type { IncomingMessage } from 'node:http';
import { toDollars } from '../../domain/insight/to-dollars.ts';
import { decimalText } from '../../domain/kernel/text/decimal-text.ts';
import type { CalledProvider } from '../../contracts/ingest/calls/write-ended-call.ts';

/** The header or trailer with the cost of a call. */
export const COST_HEADER = 'x-tt-cost-usd';

/** The exact cost in US dollars; undefined if it is unknown, or the usage is an estimate. */
export function costText(attempt: CalledProvider | undefined): string | undefined {
  if (attempt === undefined || attempt.isEstimate) return undefined;
  const { price } = attempt;
  if (price === 'nothing') return '0';
  return price.state === 'priced' ? toDollars(price.nanos) : undefined;
}

/**
 * The name and value of the header with the time that the gateway itself added until it sent a head, to a hundredth of
 * a millisecond.
 */
export function addedTimeHeader(ms: number): readonly [string, string] {
  return ['x-tt-added-ms', decimalText(Math.max(0, ms), 100)];
}

/** True if a caller states that it reads trailers. */
export function acceptsTrailers({ headers, httpVersion }: IncomingMessage): boolean {
  const { te } = headers;
  return te !== undefined && httpVersion === '1.1' && /(?:^|,)\s*trailers\s*(?:,|$)/i.test(String(te));
}
