import type { TrafficEvent } from '../../clients/typescript/wire.ts';

/** An admission without a scope; the scope of its credential applies. */
export function makeAdmission(change: object = {}): TrafficEvent {
  return {
    event: 'request_admitted',
    schema: 1,
    purpose: 'application',
    logical_request_id: 'req-1',
    admitted_at: '2026-03-01T11:00:00.000Z',
    streaming: false,
    ...change,
  };
}
