import type { Clock } from '../../../domain/kernel/clock.ts';
import { createRunningConfiguration } from '../../../runtime/configuration/create-running-configuration.ts';
import { fingerprintFile } from '../../../runtime/configuration/fingerprint-file.ts';
import { loadConfigurationFile } from '../../../runtime/configuration/load-configuration-file.ts';
import { StartupFault } from '../../../runtime/startup-fault.ts';
import { ConfigurationReload, type ConfigurationReloadParts } from '../../reload/configuration-reload.ts';
import type { ActiveConfiguration } from '../../reload/active-configuration.ts';
import { composeConfiguration, type Composition, type CompositionParts } from '../compose-configuration.ts';
import type { DataPlane } from '../data-plane.ts';
import type { ProcessDescription } from './process-description.ts';

export interface FollowParts extends Pick<ConfigurationReloadParts, 'metrics' | 'log'> {
  /** Undefined if the process has no configuration file. */
  readonly location: Parameters<typeof loadConfigurationFile>[0];
  /** The fingerprint of the file when it was first composed. */
  readonly fingerprint: string;
  readonly composing: CompositionParts;
  readonly inForce: ActiveConfiguration<Composition>;
  readonly plane: Pick<DataPlane, 'use'>;
  readonly description: Pick<ProcessDescription, 'use'>;
  readonly clock: Clock;
}

/**
 * Switches later calls to the present configuration file, after each change and at SIGHUP.
 * @returns the reload, whose `look` checks for changes
 */
export function followConfigurationFile(parts: FollowParts): Pick<ConfigurationReload, 'look'> {
  const { location, fingerprint, composing, inForce, plane, description, clock, metrics, log } = parts;
  const use = async (): Promise<readonly string[]> => {
    const loaded = loadConfigurationFile(location);
    const composed = await composeConfiguration(loaded.file, composing);
    inForce.replaceBy(composed, (next) => plane.use(next));
    description.use(createRunningConfiguration(loaded, process.env, clock.now()));
    return loaded.warnings;
  };
  const reading = { fingerprint: () => fingerprintFile(location), use, faultsIn, metrics, log };
  const reload = new ConfigurationReload(reading, fingerprint);
  process.on('SIGHUP', () => void reload.reload());
  return reload;
}

/** All faults of the configuration file that an error lists; undefined for any other error. */
function faultsIn(error: unknown): readonly string[] | undefined {
  return error instanceof StartupFault ? error.message.split('\n') : undefined;
}
