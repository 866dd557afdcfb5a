import type { Configuration } from '../configuration.ts';
import { readConnection } from '../connection.ts';

/** Where the parts of the system are; undefined where neither the environment nor the data folder says. */
export interface SystemUrls {
  readonly databaseUrl: string | undefined;
  readonly clickhouseUrl: string | undefined;
  readonly temporalAddress: string | undefined;
}

/** The parts that the environment names, and otherwise those of the system last started on the data folder. */
export function findSystem(configuration: Configuration): SystemUrls {
  const last = readConnection(configuration.dataFolder);
  return {
    databaseUrl: configuration.databaseUrl ?? last?.database_url,
    clickhouseUrl: configuration.clickhouseUrl ?? last?.clickhouse_url,
    temporalAddress: configuration.temporalAddress ?? last?.temporal_address,
  };
}

/** Host and port of a URL: everything of it that may be shown. */
export function placeOf(url: string): string {
  const { host } = new URL(url);
  return host;
}

/** Whether what is sent to a host stays on this machine. */
export function isLoopback(place: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(place);
}
