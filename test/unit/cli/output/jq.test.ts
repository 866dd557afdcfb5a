import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runTt } from '../../../../testing/cli/run-tt.ts';

/** Applies a filter to the document of a command. */
function filter(text: string) {
  return runTt(['config', 'path', '--jq', text], { env: { HOME: '/h', TRUETALLY_MANAGEMENT_KEY: 'ttm_secret' } });
}

describe('a jq filter', () => {
  it.each([
    ['.path', '/h/.config/truetally/config.yaml\n'],
    ['{a: .path | length}', '{\n  "a": 32\n}\n'],
    ['empty', ''],
    ['.a', 'null\n'],
    ['"é 日本"', 'é 日本\n'],
    // Version 1.6 rounds such a number.
    ['12345678901234567890', '12345678901234567890\n'],
    // Version 1.7 has `pick`, and 1.8 has `toarray`.
    ['{a: 1, b: 2} | pick(.a) | .a', '1\n'],
    ['"1.50" | tonumber | . * 2', '3\n'],
    ['env | has("TRUETALLY_MANAGEMENT_KEY")', 'false\n'],
  ])('%s', async (text, stdout) => {
    expect(await filter(text)).toEqual({ code: 0, stdout, stderr: '' });
  });

  it.each([
    ['.[', 'syntax error'],
    ['toarray', 'toarray/0 is not defined'],
    ['error("no")', 'no'],
  ])('%s is refused with the message of jq', async (text, why) => {
    const { code, stdout, stderr } = await filter(text);
    expect([code, stdout]).toEqual([2, '']);
    expect(JSON.parse(stderr)).toMatchObject({
      title: 'The jq filter failed.',
      detail: expect.stringContaining(why) as string,
    });
  });

  it('reads a long document', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'tt-jq-')), 'config.yaml');
    const names = Array.from({ length: 4_000 }, (_, index) => `  profile-${index}: {base_url: "https://h/${index}"}`);
    writeFileSync(path, `profiles:\n${names.join('\n')}\n`);
    const env = { TRUETALLY_CLI_CONFIG: path };
    expect((await runTt(['config', 'list', '--jq', '.profiles | length'], { env })).stdout).toBe('4000\n');
    const { stdout } = await runTt(['config', 'list', '--jq', '.profiles[].name'], { env });
    expect(stdout.split('\n').slice(-2)).toEqual(['profile-3999', '']);
  });
});
