import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoCredentials } from '../../store/tenancy/demo-tenancy.ts';
import { replaceFile } from '../replace-file.ts';
import { StartupFault } from '../startup-fault.ts';

/** The addresses and secrets of a running system: everything that a client, a test or an operator needs. */
export interface Connection {
  /** The root of the customer lane. */
  readonly base_url: string;
  readonly docs_url: string;
  readonly organization_id: string;
  readonly workspace_id: string;
  readonly application_ids: readonly string[];
  readonly environment_ids: readonly string[];
  /** The same environments, each with the nodes above it, as traffic has to name them. */
  readonly environments: readonly {
    readonly application_id: string;
    readonly gateway_id: string;
    readonly environment_id: string;
  }[];
  readonly credentials: DemoCredentials;
  /** The root of the gateway. */
  readonly gateway_url: string;
  /** The demo's key of the gateway. */
  readonly gateway_key: string;
  /** The address of the playback provider behind the gateway; absent if real providers are configured. */
  readonly playback_url?: string;
  readonly database_url: string;
  readonly clickhouse_url: string;
  readonly temporal_address: string;
  readonly temporal_namespace: string;
  /** The list of our workflows in the Temporal UI; absent if the address of the UI is unknown. */
  readonly temporal_ui_url?: string;
  readonly journal_folder: string;
  /** The root of the management plane; absent if it is turned off. */
  readonly management_url?: string;
  /** The metrics of the API, of the worker and of the gateway; empty if metrics are turned off. */
  readonly metrics_urls: readonly string[];
}

const NAME = 'connection.json';

/**
 * Writes the connection to `<folder>/connection.json` atomically, so that a reader sees the old or the new content.
 * Only this user can read the file.
 */
export function writeConnection(folder: string, connection: Connection): string {
  const path = join(folder, NAME);
  replaceFile(path, `${JSON.stringify(connection, undefined, 2)}\n`, 0o600);
  return path;
}

/**
 * The connection that the last launcher on this folder wrote, if any.
 * @throws StartupFault if the file is damaged
 */
export function readConnection(folder: string): Connection | undefined {
  const path = join(folder, NAME);
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Connection;
  } catch {
    throw new StartupFault(`The file ${path} is not valid JSON. Delete it. \`npm start\` writes it again.`);
  }
}
