import type { Logger } from 'pino';
import type { BuildVersion } from '../../domain/installation/build-version.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { openStandardOutput, type LogDestination } from './log-destination.ts';
import { createProcessLog, type LoggedProcess } from './process-log.ts';
import { readBuildVersion } from './read-build-version.ts';

/** The log of a process on standard output, and the build that its first line states. */
export interface OpenProcessLog {
  readonly logger: Logger;
  readonly destination: LogDestination;
  readonly build: BuildVersion;
}

/** Opens the log of one of our processes on standard output. The first line states version and commit. */
export function openProcessLog(
  name: LoggedProcess,
  settings: Pick<Configuration, 'logLevel' | 'commit'>,
  ids?: () => object,
): OpenProcessLog {
  const destination = openStandardOutput();
  const logger = createProcessLog(name, settings, destination, ids);
  const build = readBuildVersion(settings.commit);
  logger.info({ ...build }, 'the process starts');
  return { logger, destination, build };
}
