import { Counter, type Registry } from 'prom-client';
import { CONTENT_REFUSALS } from '../../contracts/ingest/events/captured-content.ts';

/** The reasons why a text was not captured. */
const REASONS = ['too_long', 'no_room', 'not_kept', ...CONTENT_REFUSALS] as const;

/** The counter of texts that are not captured. */
export interface CaptureMetrics {
  readonly lost: (reason: (typeof REASONS)[number]) => void;
}

export function createCaptureMetrics(registry: Registry): CaptureMetrics {
  const lost = new Counter({
    name: 'truetally_gateway_content_lost_total',
    help: 'Texts of calls that were not captured: longer than the limit, too many waiting for the disk, refused by the disk, or no free disk space (docs/gateway.md).',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of REASONS) lost.inc({ reason }, 0);
  return { lost: (reason) => lost.inc({ reason }) };
}
