import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Environment } from './environment.ts';
import type { KeyKind, SettingName } from './setting-names.ts';

/** The settings and keys of the system that `npm start` or `tt run` last started on a data folder. */
export interface LocalInstallation {
  readonly path: string;
  readonly settings: Readonly<Partial<Record<SettingName, string>>>;
  readonly keys: Readonly<Partial<Record<KeyKind, string>>>;
}

/** The members of `connection.json` that commands use. */
interface ConnectionFile {
  readonly base_url?: string;
  readonly management_url?: string;
  readonly gateway_url?: string;
  readonly organization_id?: string;
  readonly workspace_id?: string;
  readonly journal_folder?: string;
  readonly environments?: readonly { application_id?: string; gateway_id?: string; environment_id?: string }[];
  readonly credentials?: { readonly owner?: string };
}

/**
 * The installation of `--state-dir`, `TRUETALLY_DATA` or `./.data`; undefined if nothing was started there.
 */
export function findLocalInstallation(env: Environment, cwd: string): LocalInstallation | undefined {
  const path = join(resolve(cwd, env['TRUETALLY_DATA'] || '.data'), 'connection.json');
  const connection = readConnectionFile(path);
  if (connection === undefined) return undefined;
  const [leaf] = connection.environments ?? [];
  return {
    path,
    settings: present({
      base_url: connection.base_url,
      management_url: connection.management_url,
      gateway_url: connection.gateway_url,
      organization: connection.organization_id,
      workspace: connection.workspace_id,
      application: leaf?.application_id,
      gateway: leaf?.gateway_id,
      environment: leaf?.environment_id,
      log: connection.journal_folder,
    }),
    keys: present({ management: connection.credentials?.owner }),
  };
}

function readConnectionFile(path: string): ConnectionFile | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ConnectionFile;
  } catch {
    // A folder without a readable connection is not an installation of this user.
    return undefined;
  }
}

function present<Name extends string>(values: Record<Name, string | undefined>): Partial<Record<Name, string>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'string')) as Partial<
    Record<Name, string>
  >;
}
