import { providerKeys } from '../../../runtime/configuration/provider-keys.ts';
import { StartupFault } from '../../../runtime/startup-fault.ts';
import type { ProviderKeys } from '../open-upstreams.ts';

/**
 * The keys of providers, from environment variables.
 * @returns a function that throws StartupFault if there are no providers, or a variable has no key
 */
export function createEnvironmentKeys(env: Readonly<Record<string, string | undefined>>): ProviderKeys {
  return (providers) => {
    if (providers.length === 0)
      throw new StartupFault(
        'The gateway needs a configuration file with `providers`. Write one by the example in docs/gateway.md.',
      );
    return providerKeys(providers, env);
  };
}
