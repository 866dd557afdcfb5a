import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

it('lets no script of npm stand behind a shell, which keeps the signals that npm forwards to itself', () => {
  expect(Object.entries(scripts).filter(([, command]) => !command.startsWith('exec '))).toEqual([]);
  expect(scripts['start']).toBe('exec node scripts/start.mjs');
});
