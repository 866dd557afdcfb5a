import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeShellVariables } from '../../../launcher/shell-variables.ts';
import type { Connection } from '../../../runtime/addresses/connection.ts';

const CONNECTION = {
  base_url: 'http://127.0.0.1:7070/portal/api/v1/customer/v1',
  organization_id: 'org_1',
  workspace_id: 't_1',
  environments: [{ application_id: 'app_1', gateway_id: 'gw_1', environment_id: 'env_1' }],
  credentials: { owner: 'ttm_1', analyst: 'ttm_2', narrow: 'ttm_3', outsider: 'ttm_4', runtime: 'ttv_5' },
  gateway_url: 'http://127.0.0.1:8787',
  gateway_key: 'ttk_6',
  playback_url: 'http://127.0.0.1:7090',
} as unknown as Connection;

it.each(['sh', 'bash'])('gives %s the connection variables, only for this user', (shell) => {
  const parent = mkdtempSync(join(tmpdir(), 'truetally-shell-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const folder = join(parent, "o'neill & $HOME");
  mkdirSync(folder);
  const path = writeShellVariables(folder, CONNECTION);
  const script =
    '. "$0"; printf "%s\\n" "$TT_DATA" "$TT_ENVIRONMENT" "$TT_TRAFFIC_TOKEN" "$TT_GATEWAY" "$TT_GATEWAY_KEY" "$TT_PLAYBACK"';
  expect(execFileSync(shell, ['-c', script, path], { encoding: 'utf8' }).split('\n')).toEqual([
    folder,
    'http://127.0.0.1:7070/portal/api/v1/customer/v1/organizations/org_1/workspaces/t_1/applications/app_1/gateways/gw_1/environments/env_1',
    'ttv_5',
    'http://127.0.0.1:8787',
    'ttk_6',
    'http://127.0.0.1:7090',
    '',
  ]);
  expect(readFileSync(join(folder, 'curl.conf'), 'utf8')).toContain('header = "Authorization: Bearer ttm_1"\n');
  for (const name of ['env.sh', 'curl.conf']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
});

it.each(['sh', 'bash'])('puts tt into the PATH of %s once, for this installation', (shell) => {
  const parent = mkdtempSync(join(tmpdir(), 'truetally-shell-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const folder = join(parent, "o'neill & $HOME");
  mkdirSync(folder);
  const command = join(parent, 'tt.cjs');
  writeFileSync(command, 'console.log(process.env.TRUETALLY_DATA, process.argv.slice(2));');
  const path = writeShellVariables(folder, CONNECTION, command);
  const script = '. "$0"; once=$PATH; . "$0"; test "$once" = "$PATH" && tt a "b c"; TRUETALLY_DATA=/other tt';
  expect(execFileSync(shell, ['-c', script, path], { encoding: 'utf8' })).toBe(`${folder} [ 'a', 'b c' ]\n/other []\n`);
});
