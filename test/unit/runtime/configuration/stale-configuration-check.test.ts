import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createStaleConfigurationCheck } from '../../../../runtime/configuration/stale-configuration-check.ts';

it('reports each change of the file once, and its return to the earlier state', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'truetally-stale-')), 'tokentriage.yaml');
  const lines: string[] = [];
  const look = createStaleConfigurationCheck(
    { path, isNamed: false },
    {
      warn: (_members, sentence) => lines.push(`warn ${sentence}`),
      info: (_members, sentence) => lines.push(`info ${sentence}`),
    },
  );
  const changed = 'warn the configuration file has changed; restart this process to apply it';
  await look();
  await look();
  expect(lines).toEqual([]);
  writeFileSync(path, 'evals: { validation: { min_kappa: 0.7 } }\n');
  await look();
  await look();
  expect(lines).toEqual([changed]);
  writeFileSync(path, 'evals: { validation: { min_kappa: 0.8 } }\n');
  await look();
  expect(lines).toEqual([changed, changed]);
  rmSync(path);
  await look();
  await look();
  expect(lines).toEqual([changed, changed, 'info the configuration file matches this process again']);
});
