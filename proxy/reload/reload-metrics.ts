import { Counter, Gauge, type Registry } from 'prom-client';

/** The results of reading a changed configuration file. */
const RELOADS = ['loaded', 'faulty', 'failed'] as const;
export type ReloadResult = (typeof RELOADS)[number];

/** The metrics of reloads. */
export interface ReloadMetrics {
  readonly reloaded: (result: ReloadResult) => void;
}

export function createReloadMetrics(registry: Registry): ReloadMetrics {
  const registers = [registry];
  const reloads = new Counter({
    name: 'truetally_gateway_reloads_total',
    help: 'Reloads of a changed configuration file, by result: loaded, not used because of faults, or failed for another reason.',
    labelNames: ['result'],
    registers,
  });
  const stale = new Gauge({
    name: 'truetally_gateway_configuration_stale',
    help: '1 if this process uses an older configuration than the file, because the file cannot be used; else 0.',
    registers,
  });
  for (const result of RELOADS) reloads.inc({ result }, 0);
  stale.set(0);
  return {
    reloaded(result) {
      reloads.inc({ result });
      stale.set(result === 'loaded' ? 0 : 1);
    },
  };
}
