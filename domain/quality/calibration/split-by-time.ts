import type { CalibrationPart } from './artifact.ts';

/** A labelled request, as far as the split reads it. */
export interface TimedRequest {
  readonly requestId: string;
  readonly admittedAtMs: number;
  /** Empty if the request has no trace. */
  readonly traceId: string;
}

/**
 * The part of each request, in the order of the requests: the oldest half, then a quarter, then a quarter. Requests of
 * one time are ordered by their ids. All requests of a trace are in the part of its first one, so that no part knows
 * the rest of a conversation from another.
 */
export function splitByTime(requests: readonly TimedRequest[]): CalibrationPart[] {
  const order = requests.map((_, index) => index).sort((one, other) => compareRequests(requests[one], requests[other]));
  const parts = requests.map((): CalibrationPart => 'fit');
  const ofTrace = new Map<string, CalibrationPart>();
  for (const [place, index] of order.entries()) {
    const traceId = requests[index]?.traceId ?? '';
    const part = ofTrace.get(traceId) ?? partAt(place, requests.length);
    if (traceId !== '') ofTrace.set(traceId, part);
    parts[index] = part;
  }
  return parts;
}

function partAt(place: number, requests: number): CalibrationPart {
  if (2 * place < requests) return 'fit';
  return 4 * place < 3 * requests ? 'calibration' : 'holdout';
}

function compareRequests(one: TimedRequest | undefined, other: TimedRequest | undefined): number {
  if (one === undefined || other === undefined) return 0;
  if (one.admittedAtMs !== other.admittedAtMs) return one.admittedAtMs - other.admittedAtMs;
  return one.requestId < other.requestId ? -1 : Number(one.requestId > other.requestId);
}
