import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataFolder } from '../../../../launcher/processes/lock-data-folder.ts';
import { processStartTime } from '../../../../launcher/processes/engine-process.ts';

describe('the lock of a data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'truetally-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is released', () => {
    lockDataFolder(folder)();
    expect(() => lockDataFolder(folder)()).not.toThrow();
  });

  it('refuses with one sentence while its holder lives', async () => {
    const holder = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await new Promise((settle) => holder.stdout.once('data', settle));
    writeFileSync(
      join(folder, 'launcher-1.json'),
      JSON.stringify({ pid: holder.pid, started: processStartTime(holder.pid!) }),
    );
    expect(() => lockDataFolder(folder)).toThrow(
      `Truetally already runs on ${folder} (process ${holder.pid}). Stop it, or choose another folder with TRUETALLY_DATA.`,
    );
    const ended = new Promise((settle) => holder.once('exit', settle));
    holder.kill('SIGKILL');
    await ended;
    lockDataFolder(folder)();
  });

  it.each([
    ['an id that is used again by another program', JSON.stringify({ pid: process.ppid, started: 'at another time' })],
    ['a file that a crash cut short', '{"pid": 1'],
  ])('is taken over from %s', (_, content) => {
    writeFileSync(join(folder, 'launcher-7.json'), content);
    expect(() => lockDataFolder(folder)()).not.toThrow();
  });

  it.each([
    ['a fresh folder', undefined],
    ['the lock of a launcher that died', JSON.stringify({ pid: 2 ** 22 + 1, started: '' })],
  ])('is given to one of four concurrent processes on %s', async (_, left) => {
    // The number of rounds is high enough for a race of microseconds. The test detects a lock that is read incompletely
    // or deleted by another process.
    for (let round = 0; round < 2; round += 1) {
      const raced = join(folder, String(round));
      mkdirSync(raced);
      if (left !== undefined) writeFileSync(join(raced, 'launcher-1.json'), left);
      expect((await raceFor(raced, 4)).sort()).toEqual(['refused', 'refused', 'refused', 'taken']);
    }
  });

  it('leaves only the lock', () => {
    writeFileSync(join(folder, 'launcher-3.json'), '');
    const unlock = lockDataFolder(folder);
    expect(readdirSync(folder)).toEqual(['launcher-4.json']);
    unlock();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('reports that the folder cannot be created', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => lockDataFolder(join(folder, 'file', 'data'))).toThrow(/^The data folder .* cannot be used \(ENOTDIR/);
  });
});

const RACER = `
import { lockDataFolder } from '${new URL('../../../../launcher/processes/lock-data-folder.ts', import.meta.url).href}';
process.stdin.once('data', () => {
  try {
    lockDataFolder(process.argv[1]);
    console.log('taken');
  } catch {
    console.log('refused');
  }
});
console.log('waiting');
`;

/**
 * The results of `count` processes that are all loaded and then request the lock concurrently. All live until the last
 * has answered.
 */
async function raceFor(folder: string, count: number): Promise<string[]> {
  const racers = Array.from({ length: count }, () =>
    spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', RACER, folder], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
  const nextLine = (racer: (typeof racers)[number]): Promise<string> =>
    new Promise((settle) => racer.stdout.once('data', (line: Buffer) => settle(line.toString().trim())));
  await Promise.all(racers.map(nextLine));
  const answers = Promise.all(racers.map(nextLine));
  for (const racer of racers) racer.stdin.write('go');
  const lines = await answers;
  for (const racer of racers) racer.kill('SIGKILL');
  return lines;
}
