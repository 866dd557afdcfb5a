import { repeat } from '../repeat.ts';
import type { ConfigurationLocation } from './configuration-location.ts';
import { fingerprintFile } from './fingerprint-file.ts';

const LOOK_MS = 30_000;

interface LookLog {
  warn(members: object, sentence: string): void;
  info(members: object, sentence: string): void;
}

/** Looks every 30 s, until the signal aborts, whether the file is still what this process was started with. */
export function lookForStaleConfiguration(
  location: ConfigurationLocation,
  log: LookLog,
  signal: AbortSignal,
): Promise<void> {
  return repeat('configuration file', createStaleConfigurationLook(location, log), { everyMs: LOOK_MS, signal, log });
}

/**
 * A check for changes of the configuration file, for processes that read it once. The first look stores the present
 * state. Each later look that finds another state for the first time logs a warning. A change back is logged, too.
 */
export function createStaleConfigurationLook(location: ConfigurationLocation, log: LookLog): () => Promise<void> {
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
