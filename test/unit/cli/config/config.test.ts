import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runTt } from '../../../../testing/cli/run-tt.ts';

const CONFIG = `# My installations
profile: dev
profiles:
  dev:
    base_url: http://127.0.0.1:7070 # local
  prod:
    base_url: https://truetally.example
    management_key_command: [printf, secret]
`;

function configured() {
  const path = join(mkdtempSync(join(tmpdir(), 'tt-config-')), 'config.yaml');
  writeFileSync(path, CONFIG, { mode: 0o600 });
  const env = { TRUETALLY_CLI_CONFIG: path };
  return { path, run: (...args: string[]) => runTt(['config', ...args], { env }) };
}

describe('tt config', () => {
  it('lists the profiles, and shows the file', async () => {
    const { path, run } = configured();
    expect(await run('path')).toEqual({ code: 0, stdout: `${path}\n`, stderr: '' });
    expect(await run('list')).toEqual({
      code: 0,
      stdout: 'PROFILE\tCURRENT\tBASE URL\ndev\tyes\thttp://127.0.0.1:7070\nprod\t\thttps://truetally.example\n',
      stderr: '',
    });
  });

  it('shows each setting with its origin, and the command of a key without running it', async () => {
    const { run } = configured();
    const { stdout } = await run('show', '--origin', '--profile', 'prod', '--json');
    const { settings } = JSON.parse(stdout) as { settings: { name: string; origin?: string }[] };
    expect(settings.filter(({ origin }) => origin !== undefined)).toEqual([
      { name: 'base_url', value: 'https://truetally.example', origin: 'profile prod' },
      { name: 'management_key', origin: 'profile prod: printf secret' },
    ]);
  });

  it('changes the current profile, and keeps the comments of the file', async () => {
    const { path, run } = configured();
    expect(await run('use', 'prod')).toEqual({ code: 0, stdout: 'The current profile is prod.\n', stderr: '' });
    expect(readFileSync(path, 'utf8')).toBe(CONFIG.replace('profile: dev', 'profile: prod'));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await run('use', 'test')).toMatchObject({ code: 2, stdout: '' });
  });
});
