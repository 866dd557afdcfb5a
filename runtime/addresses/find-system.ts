import type { Configuration } from '../configuration/configuration.ts';
import { readConnection } from './connection.ts';

/** The addresses of the system's parts; undefined if neither the environment nor the data folder states them. */
export interface SystemUrls {
  readonly databaseUrl: string | undefined;
  readonly clickhouseUrl: string | undefined;
  readonly temporalAddress: string | undefined;
}

/** The addresses in the environment; otherwise those of the system that was last started on the data folder. */
export function findSystem(configuration: Pick<Configuration, keyof SystemUrls | 'dataFolder'>): SystemUrls {
  const last = readConnection(configuration.dataFolder);
  return {
    databaseUrl: configuration.databaseUrl ?? last?.database_url,
    clickhouseUrl: configuration.clickhouseUrl ?? last?.clickhouse_url,
    temporalAddress: configuration.temporalAddress ?? last?.temporal_address,
  };
}

/** The addresses of that system's Postgres and ClickHouse; undefined unless both are known. */
export function findStores(
  configuration: Parameters<typeof findSystem>[0],
): { readonly databaseUrl: string; readonly clickhouseUrl: string } | undefined {
  const { databaseUrl, clickhouseUrl } = findSystem(configuration);
  return databaseUrl === undefined || clickhouseUrl === undefined ? undefined : { databaseUrl, clickhouseUrl };
}
