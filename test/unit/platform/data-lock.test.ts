import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataFolder } from '../../../platform/data-lock.ts';
import { commandLine } from '../../../platform/embedded/engine-process.ts';

describe('the lock of a data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'truetally-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is given back', () => {
    lockDataFolder(folder)();
    lockDataFolder(folder)();
  });

  it('refuses while its holder lives, with one sentence', async () => {
    const holder = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await new Promise((settle) => holder.stdout.once('data', settle));
    writeFileSync(
      join(folder, 'launcher.json'),
      JSON.stringify({ pid: holder.pid, command: commandLine(holder.pid!) }),
    );
    expect(() => lockDataFolder(folder)).toThrow(
      `Truetally is running on ${folder} already (process ${holder.pid}): stop it, or choose another folder with TRUETALLY_DATA.`,
    );
    const ended = new Promise((settle) => holder.once('exit', settle));
    holder.kill('SIGKILL');
    await ended;
    lockDataFolder(folder)();
  });

  it.each([
    [
      'an id that is used again by another program',
      JSON.stringify({ pid: process.ppid, command: 'node scripts/start.mjs' }),
    ],
    ['a file that a crash cut short', '{"pid": 1'],
  ])('is taken over from %s', (_, content) => {
    writeFileSync(join(folder, 'launcher.json'), content);
    lockDataFolder(folder)();
  });

  it('says when the folder cannot be made', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => lockDataFolder(join(folder, 'file', 'data'))).toThrow(/^The data folder .* cannot be used: ENOTDIR/);
  });
});
