import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { isProcessAlive, processStartTime, watchProcess } from '../../../launcher/processes/engine-process.ts';
import { findLivingEngine } from '../../../launcher/processes/engine-record.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function aProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)', 'the-engine'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  await new Promise((settle) => child.stdout.once('data', settle));
  return child.pid!;
}

describe('a process of another starter', () => {
  it('is stopped', async () => {
    const pid = await aProcess();
    await watchProcess(pid, processStartTime(pid), 'SIGTERM').stop();
    expect(isProcessAlive(pid)).toBe(false);
  });

  it('has ended if its id belongs to another process, which is left alone', async () => {
    const pid = await aProcess();
    const watched = watchProcess(pid, 'at another time', 'SIGTERM');
    expect(await watched.exited).toBe('unknown reason');
    await watched.stop();
    expect(isProcessAlive(pid)).toBe(true);
    expect(processStartTime(pid)).not.toBe('');
  });

  it('is identified by its id, its start and its command line together', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'truetally-record-'));
    const pid = await aProcess();
    const record = { pid, started: processStartTime(pid), port: 1, launcher: process.pid, bound: false };
    const found = async (change: object, mark = 'the-engine') => {
      writeFileSync(join(folder, 'engine.json'), JSON.stringify({ ...record, ...change }));
      return findLivingEngine(folder, mark);
    };
    expect(await found({})).toEqual(record);
    expect(await found({ started: 'at another time' })).toBeUndefined();
    expect(await found({}, 'another-engine')).toBeUndefined();
    rmSync(folder, { recursive: true });
  });
});
