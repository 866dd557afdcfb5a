import { Counter, type Registry } from 'prom-client';
import { PROVIDER_FAULTS, providerFaultOf } from './provider-fault.ts';

/** Whoever counts what becomes of calls at their providers. */
export interface ProviderMetrics {
  /** A call of a provider has ended, with such a kind in its row; undefined where it succeeded. */
  readonly called: (provider: string, kind: string | undefined) => void;
}

export function createProviderMetrics(registry: Registry): ProviderMetrics {
  const calls = new Counter({
    name: 'truetally_gateway_provider_calls_total',
    help: 'Calls that the gateway sent to a provider, as the configuration file names it.',
    labelNames: ['provider'],
    registers: [registry],
  });
  const faults = new Counter({
    name: 'truetally_gateway_provider_faults_total',
    help: 'Those of them that the provider failed: not reached, limited by it, our key refused, an error of its own, an answer that broke off.',
    labelNames: ['provider', 'fault'],
    registers: [registry],
  });
  const known = new Set<string>();
  return {
    called(provider, kind) {
      // From its first call on, so that its first fault is an increase.
      if (!known.has(provider)) for (const fault of PROVIDER_FAULTS) faults.inc({ provider, fault }, 0);
      known.add(provider);
      calls.inc({ provider });
      const fault = providerFaultOf(kind);
      if (fault !== undefined) faults.inc({ provider, fault });
    },
  };
}
