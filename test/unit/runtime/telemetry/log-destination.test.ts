import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogDestination } from '../../../../runtime/telemetry/log-destination.ts';

const PROJECT = join(import.meta.dirname, '..', '..', '..', '..');

/** A disk with space for a number of bytes, and a reader that accepts `ready` of them. */
function disk() {
  const state = { text: '', room: Infinity, fault: 'ENOSPC' };
  const write = (bytes: Uint8Array, from: number): number => {
    const taken = bytes.subarray(from, from + state.room);
    if (taken.length === 0) throw Object.assign(new Error(state.fault), { code: state.fault });
    state.room -= taken.length;
    state.text += Buffer.from(taken).toString();
    return taken.length;
  };
  return { state, destination: createLogDestination(write) };
}

describe('a log destination', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('counts lines that a full disk refuses, and continues with complete lines afterwards', () => {
    const { state, destination } = disk();
    destination.write('one\n');
    state.room = 2;
    destination.write('two\n');
    destination.write('three\n');
    expect(destination.lostLines()).toBe(2);
    state.room = Infinity;
    destination.write('four\n');
    expect(state.text).toBe('one\ntw\nfour\n');
    expect(destination.lostLines()).toBe(2);
  });

  it('buffers what a slow reader does not accept yet, in order and up to a limit', () => {
    const { state, destination } = disk();
    Object.assign(state, { room: 3, fault: 'EAGAIN' });
    for (const line of ['one\n', 'two\n']) destination.write(line);
    expect([state.text, destination.lostLines()]).toEqual(['one', 0]);
    state.room = Infinity;
    vi.runAllTimers();
    expect(state.text).toBe('one\ntwo\n');

    Object.assign(state, { text: '', room: 0 });
    const line = `${'x'.repeat(1_023)}\n`;
    for (let number = 0; number < 1_030; number += 1) destination.write(line);
    expect(destination.lostLines()).toBe(6);
    state.room = Infinity;
    vi.runAllTimers();
    expect(state.text.length).toBe(1_024 * 1_024);
  });
});

/** The exit code and the number of lost lines of a process whose standard output does not accept its log. */
async function lossOf(stdout: 'pipe' | number): Promise<{ code: number | null; lost: number }> {
  const program = `
    import { createLogDestination, openStandardOutput } from './runtime/telemetry/log-destination.ts';
    import { createProcessLog } from './runtime/telemetry/process-log.ts';
    const destination = openStandardOutput();
    const log = createProcessLog('api', { logLevel: 'info' }, destination);
    process.stdin.once('data', () => {
      for (let number = 0; number < 4_000; number += 1) log.info({ filling: 'x'.repeat(1_000) }, 'a line');
      log.fatal('the last');
      console.error(destination.lostLines());
      process.exit(0);
    });`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    cwd: PROJECT,
    stdio: ['pipe', stdout, 'pipe'],
  });
  let output = '';
  child.stderr?.on('data', (text: Buffer) => (output += text.toString()));
  if (stdout === 'pipe') child.stdout?.pause();
  child.stdin?.write('go');
  const code = await new Promise<number | null>((settle) => child.once('exit', settle));
  child.stdout?.destroy();
  return { code, lost: Number(output) };
}

describe('a process whose log cannot be written', { timeout: 60_000 }, () => {
  it('continues if the disk is full', async () => {
    expect(await lossOf(openSync('/dev/full', 'w'))).toEqual({ code: 0, lost: 4_001 });
  });

  it('continues if no process reads its output', async () => {
    const { code, lost } = await lossOf('pipe');
    expect(code).toBe(0);
    expect(lost).toBeGreaterThan(1_000);
  });
});
