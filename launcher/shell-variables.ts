import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '../runtime/addresses/connection.ts';
import { replaceFile } from '../runtime/replace-file.ts';

/**
 * Writes `<folder>/env.sh`, the connection as variables of a POSIX shell, and `<folder>/curl.conf`, the headers of the
 * demo's owner for `curl -K`. With them, a command is one line that works in zsh, bash and dash, and the list of
 * processes shows no credential. Only this user can read the files. Returns the path of `env.sh`.
 *
 * @param command the built command line, which `PATH` then has as `tt`; undefined if there is none
 */
export function writeShellVariables(folder: string, connection: Connection, command?: string): string {
  const path = join(folder, 'env.sh');
  const lines = Object.entries(shellVariables(folder, connection)).map(
    ([name, value]) => `${name}=${shellQuoted(value)}\n`,
  );
  const place = command === undefined ? '' : pathLine(writeStarter(folder, command));
  replaceFile(path, `${lines.join('')}${place}`, 0o600);
  replaceFile(join(folder, 'curl.conf'), curlConfiguration(connection.credentials.owner), 0o600);
  return path;
}

/** Writes `bin/tt`, which uses this installation unless the caller names another one, and returns its folder. */
function writeStarter(folder: string, command: string): string {
  const place = join(folder, 'bin');
  mkdirSync(place, { recursive: true, mode: 0o700 });
  const starter = join(place, 'tt');
  const lines = [
    '#!/bin/sh',
    `test -n "$TRUETALLY_DATA" || TRUETALLY_DATA=${shellQuoted(folder)}`,
    'export TRUETALLY_DATA',
    `exec ${shellQuoted(process.execPath)} ${shellQuoted(command)} "$@"`,
  ];
  replaceFile(starter, `${lines.join('\n')}\n`, 0o700);
  chmodSync(starter, 0o700);
  return place;
}

/** A line that puts a folder first in `PATH`, once. */
function pathLine(folder: string): string {
  return `case ":$PATH:" in *:${shellQuoted(folder)}:*) ;; *) PATH=${shellQuoted(folder)}":$PATH" ;; esac\n`;
}

function curlConfiguration(token: string): string {
  return `silent
show-error
header = "Authorization: Bearer ${token}"
header = "Content-Type: application/json"
`;
}

function shellVariables(folder: string, connection: Connection): Record<string, string> {
  const { base_url: api, organization_id: organization, workspace_id: workspace, credentials } = connection;
  const [leaf] = connection.environments;
  const place = `${api}/organizations/${organization}/workspaces/${workspace}`;
  return {
    TT_DATA: folder,
    TT_API: api,
    TT_ORGANIZATION: `${api}/organizations/${organization}`,
    TT_WORKSPACE: place,
    TT_TOKEN: credentials.owner,
    ...(leaf && {
      TT_ENVIRONMENT: `${place}/applications/${leaf.application_id}/gateways/${leaf.gateway_id}/environments/${leaf.environment_id}`,
      TT_ENVIRONMENT_ID: leaf.environment_id,
    }),
    TT_ORGANIZATION_ID: organization,
    TT_WORKSPACE_ID: workspace,
    TT_TRAFFIC_TOKEN: credentials.runtime,
    TT_GATEWAY: connection.gateway_url,
    TT_GATEWAY_KEY: connection.gateway_key,
    ...(connection.playback_url !== undefined && { TT_PLAYBACK: connection.playback_url }),
    ...(connection.management_url !== undefined && { TT_MANAGEMENT: connection.management_url }),
  };
}

/** The text, quoted as one word of a shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
