import { Counter, type Registry } from 'prom-client';
import { CONTENT_REFUSALS } from '../../contracts/ingest/events/captured-content.ts';

/** Why a text that was to be captured was not. */
const REASONS = ['too_long', 'no_room', 'not_kept', ...CONTENT_REFUSALS] as const;

/** Whoever counts what is not captured. */
export interface CaptureMetrics {
  readonly lost: (reason: (typeof REASONS)[number]) => void;
}

export function createCaptureMetrics(registry: Registry): CaptureMetrics {
  const lost = new Counter({
    name: 'truetally_gateway_content_lost_total',
    help: 'Texts of calls that were to be captured and were not: longer than what is kept, more than waits for the disk, not taken by it, or without room on it: docs/gateway.md.',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of REASONS) lost.inc({ reason }, 0);
  return { lost: (reason) => lost.inc({ reason }) };
}
