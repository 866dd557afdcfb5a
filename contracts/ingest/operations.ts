import { ENVIRONMENT } from '../tenancy/paths.ts';
import { envelopeOf } from '../wire/envelope.ts';
import type { Operations } from '../wire/operation.ts';
import { TrafficReceiptSchema } from './received/traffic-receipt.ts';

/** How traffic comes in. */
export const INGEST_OPERATIONS = {
  'customer.traffic.send': {
    method: 'POST',
    path: `${ENVIRONMENT}/traffic`,
    success: 200,
    answer: envelopeOf('traffic_receipt', TrafficReceiptSchema),
    effect: 'ingest',
    refusals: [],
    tag: 'traffic',
    summary: 'Send events',
    description:
      'Takes events of the traffic format, under a runtime credential of the environment: a JSON document, a list of them, or a line for each; plain, or compressed with gzip or zstd. What is accepted is on the disk, and is counted once however often it is sent. What is refused is told by its place, and keeps nothing else from being accepted.',
  },
} as const satisfies Operations;
