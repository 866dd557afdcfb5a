import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfigurationFile } from '../../../../cli/settings/configuration-file.ts';
import { createSettings } from '../../../../cli/settings/settings.ts';

interface Made {
  readonly config?: string;
  readonly connection?: object;
  readonly env?: Readonly<Record<string, string>>;
  readonly profile?: string;
}

async function settingsOf({ config, connection, env = {}, profile }: Made) {
  const folder = mkdtempSync(join(tmpdir(), 'tt-settings-'));
  const path = join(folder, 'config.yaml');
  if (config !== undefined) writeFileSync(path, config.replaceAll('FOLDER', folder));
  if (connection !== undefined) {
    mkdirSync(join(folder, '.data'));
    writeFileSync(join(folder, '.data', 'connection.json'), JSON.stringify(connection));
  }
  const all = { TRUETALLY_CLI_CONFIG: path, ...env };
  const file = await readConfigurationFile(all);
  return { folder, path, settings: createSettings({ env: all, cwd: folder, file, profile }) };
}

const LOCAL = { base_url: 'http://local', workspace_id: 't_local', credentials: { owner: 'ttm_local' } };
const PROD = `
profile: prod
profiles:
  prod:
    base_url: https://prod
    management_key_env: PROD_KEY
`;

describe('the settings', () => {
  it('come from the environment, then from the profile', async () => {
    const { settings } = await settingsOf({ config: PROD, env: { TRUETALLY_BASE_URL: 'https://env' } });
    expect(settings.find('base_url')).toEqual({ value: 'https://env', origin: 'TRUETALLY_BASE_URL' });
    const { settings: plain } = await settingsOf({ config: PROD, env: { PROD_KEY: 'ttm_prod' } });
    expect(plain.find('base_url')).toEqual({ value: 'https://prod', origin: 'profile prod' });
    expect([plain.keyOrigin('management'), plain.readKey('management')]).toEqual([
      'profile prod: PROD_KEY',
      'ttm_prod',
    ]);
  });

  it('come from a local installation only without a profile, so that a key never reaches another service', async () => {
    const local = await settingsOf({ connection: LOCAL });
    expect(local.settings.require('workspace')).toBe('t_local');
    expect(local.settings.readKey('management')).toBe('ttm_local');
    const { settings } = await settingsOf({ config: PROD, connection: LOCAL });
    expect(settings.find('workspace')).toBeUndefined();
    expect(() => settings.readKey('management')).toThrow('The variable PROD_KEY of the profile is empty.');
  });

  it('are refused with every way to set them', async () => {
    const { settings } = await settingsOf({});
    expect(() => settings.require('base_url')).toThrow('The command needs the origin of the API.');
    expect(() => settings.readKey('management')).toThrow('The command needs a management key.');
  });

  it('read a key from a file that only its owner can read, and from a command', async () => {
    const of = (reference: string): string => `profiles:\n  p:\n    ${reference}\n`;
    const file = await settingsOf({ config: of('management_key_file: FOLDER/key'), profile: 'p' });
    expect(() => file.settings.readKey('management')).toThrow('cannot be read (ENOENT)');
    writeFileSync(join(file.folder, 'key'), 'ttm_file\nsecond line\n', { mode: 0o600 });
    expect(file.settings.readKey('management')).toBe('ttm_file');
    chmodSync(join(file.folder, 'key'), 0o644);
    expect(() => file.settings.readKey('management')).toThrow('can be read by other users');
    const command = await settingsOf({
      config: of('management_key_command: [printf, "ttm_command\\n"]'),
      profile: 'p',
    });
    expect(command.settings.readKey('management')).toBe('ttm_command');
    const failing = await settingsOf({
      config: of('management_key_command: [sh, -c, "echo secret; exit 1"]'),
      profile: 'p',
    });
    expect(() => failing.settings.readKey('management')).toThrow('The command sh of the profile did not print a key.');
  });

  it.each([
    ['- a', 'it is not a mapping'],
    ['profiles: 1', '`profiles` is not a mapping'],
    ['profile: 1', '`profile` is not a text'],
    ['unknown: 1', '`unknown` is not a setting'],
    ['profiles: {p: {base_url: 1}}', '`profiles.p.base_url` is not a text'],
    [
      'profiles: {p: {management_key: ttm_x}}',
      '`profiles.p.management_key` is not a setting; a profile refers to keys by `management_key_env`, `management_key_file` or `management_key_command`',
    ],
    [
      'profiles: {p: {management_key_env: A, management_key_file: B}}',
      '`profiles.p` has several references to the management key',
    ],
    [
      'profiles: {p: {management_key_command: "op read"}}',
      '`profiles.p.management_key_command` is not a list of the words of a command',
    ],
    ['a: &a [*a', 'it is not valid YAML'],
  ])('refuse the file %s', async (config, why) => {
    await expect(settingsOf({ config })).rejects.toThrow(why);
  });
});
