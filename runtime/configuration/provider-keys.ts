import { isProviderKey } from '../../domain/models/key-source.ts';
import type { ProviderEntry } from '../../domain/gateway/provider-block.ts';
import { StartupFault } from '../startup-fault.ts';

/**
 * The keys of the providers whose entries name a variable for their key, by provider name.
 * @throws StartupFault that names every variable without a key
 */
export function providerKeys(
  providers: readonly Pick<ProviderEntry, 'name' | 'api_key_env'>[],
  env: Readonly<Record<string, string | undefined>>,
): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const faults: string[] = [];
  for (const { name, api_key_env: variable } of providers) {
    if (variable === undefined) continue;
    const key = env[variable]?.trim() ?? '';
    if (isProviderKey(key)) keys.set(name, key);
    else faults.push(`${variable} contains no key, and the provider ${name} names it in api_key_env.`);
  }
  if (faults.length > 0) throw new StartupFault(faults.join('\n'));
  return keys;
}
