import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const PROJECT = join(import.meta.dirname, '..', '..');
const MAX_FILES = 20;

// Migrations and golden statements are sequences of SQL, which grow.
it('no folder has more than 20 source files', async () => {
  const tracked = await promisify(execFile)('git', ['ls-files', '-z', '--', '*.ts', '*.mts', '*.mjs', '*.js', '*.sh'], {
    cwd: PROJECT,
    maxBuffer: 16_777_216,
  });
  const sizes = new Map<string, number>();
  for (const file of tracked.stdout.split('\0').slice(0, -1)) {
    sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1);
  }
  expect(sizes.size).toBeGreaterThan(100);
  expect([...sizes].filter(([, files]) => files > MAX_FILES)).toEqual([]);
});
