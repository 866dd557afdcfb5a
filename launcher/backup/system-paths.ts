import { join } from 'node:path';
import { captureSettings } from '../../domain/management/capture-settings.ts';
import { contentRoot } from '../../content/open-content-store.ts';
import { loadConfigurationFile } from '../../runtime/configuration/load-configuration-file.ts';
import type { Configuration } from '../../runtime/configuration/configuration.ts';
import { StartupFault } from '../../runtime/startup-fault.ts';

/** The paths of the parts of an embedded system. */
export interface SystemPaths {
  readonly data: string;
  readonly postgres: string;
  readonly journal: string;
  readonly demo: string;
  readonly clickhouse: string;
  readonly temporal: string;
  /** The folder of captured content; undefined if the configuration file captures none. */
  readonly content: string | undefined;
}

/**
 * The paths of a configured system.
 *
 * @throws StartupFault if the journal or Postgres is not embedded
 */
export function systemPaths(configuration: Configuration): SystemPaths {
  requireEmbedded(configuration);
  const { dataFolder: data, journalFolder: journal } = configuration;
  const capture = captureSettings(loadConfigurationFile(configuration.configurationFile).file.dashboard?.capture);
  const inData = (name: string): string => join(data, name);
  return {
    data,
    journal,
    postgres: inData('postgres'),
    demo: inData('demo'),
    clickhouse: inData('clickhouse'),
    temporal: inData('temporal'),
    content: capture.request || capture.response ? contentRoot(capture.path) : undefined,
  };
}

function requireEmbedded({ databaseUrl, journalStream }: Configuration): void {
  const own = [
    ...(databaseUrl === undefined ? [] : ['TRUETALLY_DATABASE_URL names your own Postgres']),
    ...(journalStream === undefined ? [] : ['TRUETALLY_JOURNAL names a stream']),
  ];
  if (own.length === 0) return;
  throw new StartupFault(
    `${own.join(', and ')}, but this command works only on an embedded system. Follow the steps for your own engines in docs/backup-and-restore.md.`,
  );
}
