import { Counter, Gauge, type Registry } from 'prom-client';
import { TERMINAL_STATUSES } from '../../domain/insight/insight-sets.ts';

/** Why a call was not made once more, or how that ended. */
const SHADOW_ENDS = ['dropped', 'refused', ...TERMINAL_STATUSES] as const;
export type ShadowEnd = (typeof SHADOW_ENDS)[number];

/** Whoever keeps the figures of what is chosen. */
export interface RoutingMetrics {
  /** @param tier empty where none was chosen */
  readonly decided: (tier: string, reason: string) => void;
  /** An attempt was made in place of another one: why. */
  readonly retried: (reason: string) => void;
  /** A call was to be made once more: how that ended. */
  readonly shadowed: (end: ShadowEnd) => void;
}

/** @param pins is asked at each scrape */
export function createRoutingMetrics(registry: Registry, pins: () => number): RoutingMetrics {
  const registers = [registry];
  const decisions = new Counter({
    name: 'truetally_gateway_decisions_total',
    help: 'Calls of which a tier was to be chosen, by the tier and why; without a tier where none was.',
    labelNames: ['tier', 'reason'],
    registers,
  });
  new Gauge({
    name: 'truetally_gateway_pinned_traces',
    help: 'Agents of traces that this process remembers the tier of.',
    registers,
    collect() {
      this.set(pins());
    },
  });
  const retries = new Counter({
    name: 'truetally_gateway_retries_total',
    help: 'Attempts in whose place another one was made, by why: the status of the provider, or that it could not be reached.',
    labelNames: ['reason'],
    registers,
  });
  const shadows = new Counter({
    name: 'truetally_gateway_shadow_calls_total',
    help: 'Calls that were to be made once more at the tier that was chosen, by how they ended: `dropped` had no room, `refused` was not opened by the key or had no room under a limit.',
    labelNames: ['end'],
    registers,
  });
  for (const end of SHADOW_ENDS) shadows.inc({ end }, 0);
  return {
    decided: (tier, reason) => decisions.inc({ tier, reason }),
    retried: (reason) => retries.inc({ reason }),
    shadowed: (end) => shadows.inc({ end }),
  };
}
