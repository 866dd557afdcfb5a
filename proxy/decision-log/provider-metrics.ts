import { Counter, type Registry } from 'prom-client';
import { PROVIDER_FAULTS, toProviderFault } from './provider-fault.ts';

/** The counter of the results of calls at their providers. */
export interface ProviderMetrics {
  /**
   * Counts a call of a provider that has ended.
   * @param kind the kind of its ending, as in its row; undefined if it succeeded
   */
  readonly called: (provider: string, kind: string | undefined) => void;
}

export function createProviderMetrics(registry: Registry): ProviderMetrics {
  /** The counts as plain numbers, which a scrape reads: a counter would look up its labels for each call. */
  const calls = new Map<string, number>();
  new Counter({
    name: 'truetally_gateway_provider_calls_total',
    help: 'Calls that the gateway sent to a provider, by the name of the provider in the configuration file.',
    labelNames: ['provider'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [provider, count] of calls) this.inc({ provider }, count);
    },
  });
  const faults = new Counter({
    name: 'truetally_gateway_provider_faults_total',
    help: 'Failed calls to a provider, by kind: unreachable, rate limited, key refused, provider error, or interrupted answer.',
    labelNames: ['provider', 'fault'],
    registers: [registry],
  });
  return {
    called(provider, kind) {
      // All faults of a provider are shown from its first call on, so that its first fault is an increase.
      const before = calls.get(provider);
      if (before === undefined) for (const fault of PROVIDER_FAULTS) faults.inc({ provider, fault }, 0);
      calls.set(provider, (before ?? 0) + 1);
      const fault = toProviderFault(kind);
      if (fault !== undefined) faults.inc({ provider, fault });
    },
  };
}
