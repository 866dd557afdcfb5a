import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { configurationFileCheck } from '../../../../operator/doctor/configuration-file-check.ts';

const folder = mkdtempSync(join(tmpdir(), 'truetally-doctor-'));
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['mode: ledger\n', 'ok', 'FILE is valid and can be composed.'],
  [
    'shadow: { sample_rate: 0.1 }\n',
    'warning',
    'FILE is valid and can be composed. warning: FILE:1:1: shadow has no effect while `mode` is not `shadow`.',
  ],
  [
    'mode: proxy\nmod: route\n',
    'fault',
    'The configuration file FILE cannot be used: FILE:1:1: mode must be `ledger`, `shadow` or `route`. FILE:2:1: mod is not a setting (did you mean `mode`?).',
  ],
])('%j is %s', async (text, state, seen) => {
  const path = join(folder, 'tokentriage.yaml');
  writeFileSync(path, text);
  const found = await configurationFileCheck({ path, isNamed: true }).look();
  expect([found.state, found.seen]).toEqual([state, seen.replaceAll('FILE', path)]);
});

it('a missing file at the default path is valid', async () => {
  const path = join(folder, 'missing.yaml');
  expect(await configurationFileCheck({ path, isNamed: false }).look()).toMatchObject({
    state: 'ok',
    seen: `There is no file ${path}, so every setting has its default.`,
  });
});
