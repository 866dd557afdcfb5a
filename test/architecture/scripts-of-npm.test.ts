import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** Tools that run for seconds, and start no process that outlives them. */
const TOOL = /^(oxlint|oxfmt|depcruise|knip|spectral|node --import tsx scripts\/)/;

it('starts our programs without a shell, which would not pass on the signals that npm forwards', () => {
  const behindShell = Object.entries(scripts).filter(([, command]) => !command.startsWith('exec '));
  expect(behindShell.filter(([, command]) => !TOOL.test(command))).toEqual([]);
  expect(behindShell.map(([name]) => name)).not.toContain('start');
});
