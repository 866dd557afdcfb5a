import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createRunningConfiguration } from '../../../../runtime/configuration/create-running-configuration.ts';
import { loadConfigurationFile } from '../../../../runtime/configuration/load-configuration-file.ts';

const LOADED_AT = new Date('2026-03-01T12:00:00.000Z');
const folder = mkdtempSync(join(tmpdir(), 'truetally-running-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ENTRY =
  '{ name: openai, wire: openai, base_url: "https://api.openai.com/v1", api_key_env: OPENAI_KEY, models: ["gpt-*"] }';

function runningOf(text: string, env: Record<string, string>): ReturnType<typeof createRunningConfiguration> {
  const path = join(folder, 'tokentriage.yaml');
  writeFileSync(path, text);
  return createRunningConfiguration(loadConfigurationFile({ path, isNamed: true }), env, LOADED_AT);
}

it('is the file with its comments, and the digest of its bytes', () => {
  const text = `# Ürsprung: the team\nproviders: [${ENTRY}]\n`;
  const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  expect(runningOf(text, { OPENAI_KEY: 'provider-key-1' })).toEqual({
    loadedAt: LOADED_AT,
    file: { digest, text, redactions: 0 },
  });
});

it('has no key of a variable that the file names; the digest is still that of the file', () => {
  const text = `# For tests: provider-key-1.\nproviders: [${ENTRY}]\n`;
  const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  expect(runningOf(text, { OPENAI_KEY: ' provider-key-1\n', OTHER_KEY: 'providers' }).file).toEqual({
    digest,
    text: `# For tests: [redacted].\nproviders: [${ENTRY}]\n`,
    redactions: 1,
  });
});

it('hides no text that is too short for a key', () => {
  expect(runningOf(`providers: [${ENTRY}]\n`, { OPENAI_KEY: 'openai' }).file?.redactions).toBe(0);
});

it('has no file if there is none', () => {
  const loaded = loadConfigurationFile({ path: join(folder, 'none.yaml'), isNamed: false });
  expect(createRunningConfiguration(loaded, {}, LOADED_AT)).toEqual({ loadedAt: LOADED_AT, file: undefined });
});
