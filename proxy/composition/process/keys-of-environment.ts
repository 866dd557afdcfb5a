import { providerKeys } from '../../../runtime/configuration/provider-keys.ts';
import { StartupFault } from '../../../runtime/startup-fault.ts';
import type { ProviderKeys } from '../open-upstreams.ts';

/**
 * The keys of providers in variables of the environment. @returns a function that throws StartupFault where there are
 * no providers, or a variable holds no key
 */
export function keysOfEnvironment(env: Readonly<Record<string, string | undefined>>): ProviderKeys {
  return (providers) => {
    if (providers.length === 0)
      throw new StartupFault(
        'The gateway needs a configuration file with `providers`. docs/gateway.md has an example.',
      );
    return providerKeys(providers, env);
  };
}
