import { Counter, Gauge, type Registry } from 'prom-client';
import { TERMINAL_STATUSES } from '../../domain/insight/insight-sets.ts';

/** The ends of shadow calls, including the reasons why one was not made. */
const SHADOW_ENDS = ['dropped', 'refused', ...TERMINAL_STATUSES] as const;
export type ShadowEnd = (typeof SHADOW_ENDS)[number];

/** The metrics of routing. */
export interface RoutingMetrics {
  /** @param tier the chosen tier; empty if none was chosen */
  readonly decided: (tier: string, reason: string) => void;
  /** Counts an attempt that was replaced by another one, by reason. */
  readonly retried: (reason: string) => void;
  /** Counts the end of a shadow call. */
  readonly shadowed: (end: ShadowEnd) => void;
}

/** @param pins the number of pinned traces, read at each scrape */
export function createRoutingMetrics(registry: Registry, pins: () => number): RoutingMetrics {
  const registers = [registry];
  const decisions = new Counter({
    name: 'truetally_gateway_decisions_total',
    help: 'Calls by chosen tier and reason; the tier is empty if none was chosen.',
    labelNames: ['tier', 'reason'],
    registers,
  });
  new Gauge({
    name: 'truetally_gateway_pinned_traces',
    help: 'Agents of traces that are pinned to a tier in the memory of this process.',
    registers,
    collect() {
      this.set(pins());
    },
  });
  const retries = new Counter({
    name: 'truetally_gateway_retries_total',
    help: 'Attempts that another attempt replaced, by reason: the status of the provider, or an unreachable provider.',
    labelNames: ['reason'],
    registers,
  });
  const shadows = new Counter({
    name: 'truetally_gateway_shadow_calls_total',
    help: 'Repeated calls at the chosen tier in shadow mode, by result. `dropped`: too many were in flight. `refused`: the key or a limit did not allow the call.',
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
