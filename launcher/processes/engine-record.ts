import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { replaceFile } from '../../runtime/replace-file.ts';
import { bindsToLauncher, commandLine, isProcessAlive, processStartTime } from './engine-process.ts';

/** The record of a launcher in an engine's folder, by which the next launcher finds a living engine. */
export interface EngineRecord {
  readonly pid: number;
  /** The start time, in the form of `processStartTime`. */
  readonly started: string;
  readonly port: number;
  /** The process that started it. */
  readonly launcher: number;
  /** True if it ends when that process does. */
  readonly bound: boolean;
}

const WAIT_MS = 30_000;

export function writeEngineRecord(folder: string, engine: { readonly pid: number; readonly port: number }): void {
  const record: EngineRecord = {
    ...engine,
    started: processStartTime(engine.pid),
    launcher: process.pid,
    bound: bindsToLauncher(),
  };
  replaceFile(join(folder, 'engine.json'), `${JSON.stringify(record)}\n`, 0o600);
}

/**
 * Finds the engine that an earlier launcher left running in `folder`, by its start time and by `mark` in its command
 * line. An engine that is bound to a dead launcher will end in a moment, so this waits for its end instead of returning
 * it.
 */
export async function findLivingEngine(folder: string, mark: string): Promise<EngineRecord | undefined> {
  const record = readEngineRecord(folder);
  if (record === undefined) return undefined;
  const lives = (): boolean =>
    isProcessAlive(record.pid) &&
    processStartTime(record.pid) === record.started &&
    commandLine(record.pid).includes(mark);
  if (record.bound && !isProcessAlive(record.launcher)) {
    for (let waited = 0; lives() && waited < WAIT_MS; waited += 50) await delay(50);
  }
  return lives() ? record : undefined;
}

function readEngineRecord(folder: string): EngineRecord | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'engine.json'), 'utf8')) as EngineRecord;
  } catch {
    return undefined;
  }
}
