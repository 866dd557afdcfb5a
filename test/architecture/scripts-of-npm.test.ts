import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** Tools that run for seconds, and start nothing that lives on. */
const TOOL = /^(oxlint|oxfmt|depcruise|knip|spectral|node --import tsx scripts\/)/;

it('puts no shell before a program of ours, which would keep the signals that npm forwards to itself', () => {
  const behindShell = Object.entries(scripts).filter(([, command]) => !command.startsWith('exec '));
  expect(behindShell.filter(([, command]) => !TOOL.test(command))).toEqual([]);
  expect(behindShell.map(([name]) => name)).not.toContain('start');
});
