import { repeat } from '../repeat.ts';
import type { ConfigurationLocation } from './configuration-location.ts';
import { fingerprintFile } from './fingerprint-file.ts';

const LOOK_MS = 30_000;

interface LookLog {
  warn(members: object, sentence: string): void;
  info(members: object, sentence: string): void;
}

/**
 * Checks every 30 s, until the signal aborts, whether the configuration file has changed since the start of this
 * process.
 */
export function watchStaleConfiguration(
  location: ConfigurationLocation,
  log: LookLog,
  signal: AbortSignal,
): Promise<void> {
  return repeat('configuration file', createStaleConfigurationCheck(location, log), { everyMs: LOOK_MS, signal, log });
}

/**
 * A check for changes of the configuration file, for processes that read it once. The first check stores the present
 * state. A later check that finds another state logs one warning for it. A change back is also logged.
 */
export function createStaleConfigurationCheck(location: ConfigurationLocation, log: LookLog): () => Promise<void> {
  let started: string | undefined;
  let last: string | undefined;
  return async () => {
    const found = await fingerprintFile(location);
    started ??= found;
    const before = last ?? started;
    last = found;
    if (found === before) return;
    const members = { file: location.path };
    if (found === started) log.info(members, 'the configuration file matches this process again');
    else log.warn(members, 'the configuration file has changed; restart this process to apply it');
  };
}
