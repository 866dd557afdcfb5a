import { readdirSync, readFileSync } from 'node:fs';

/** The length of a tick of Linux's process accounting. */
const TICK_MS = 10;

/**
 * The processor time in milliseconds of a process and its living children; undefined except on Linux. Unlike elapsed
 * time, it hardly depends on other work of the machine.
 */
export function cpuMs(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(name) : undefined;
    if (stat === undefined || (stat.pid !== pid && stat.parent !== pid)) continue;
    ticks += stat.ticks;
  }
  return ticks * TICK_MS;
}

interface Stat {
  readonly pid: number;
  readonly parent: number;
  /** Clock ticks in user and in system mode, with those of ended children. */
  readonly ticks: number;
}

function statOf(name: string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8');
    // The name of the command may contain any characters, so the fields count from its closing parenthesis.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
    return { pid: Number(name), parent: Number(fields[1]), ticks };
  } catch {
    // The process has already ended.
    return undefined;
  }
}
