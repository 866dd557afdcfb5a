import { Counter, Gauge, type Registry } from 'prom-client';

/** Whoever keeps the figures of what is chosen. */
export interface RoutingMetrics {
  /** @param tier empty where none was chosen */
  readonly decided: (tier: string, reason: string) => void;
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
  return { decided: (tier, reason) => decisions.inc({ tier, reason }) };
}
