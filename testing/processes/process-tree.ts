import { readdirSync, readFileSync } from 'node:fs';
import { commandLine, isProcessAlive, processStartTime } from '../../launcher/processes/engine-process.ts';

/** A process, identified by its id and start time, because the system reuses ids. */
export interface TreeProcess {
  readonly pid: number;
  readonly started: string;
  readonly command: string;
}

/** A process and all its descendants, by the parents in `/proc`. */
export function processTree(root: number): TreeProcess[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const pid = Number(name);
    const parent = parentOf(pid);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const below = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(below)];
  return below(root).map((pid) => ({ pid, started: processStartTime(pid), command: commandLine(pid) }));
}

/** The command lines of the processes that still run. */
export function livingCommands(tree: readonly TreeProcess[]): string[] {
  return tree
    .filter(({ pid, started }) => isProcessAlive(pid) && processStartTime(pid) === started)
    .map(({ command }) => command);
}

function parentOf(pid: number): number {
  try {
    return Number(/.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    // The process has already ended.
    return -1;
  }
}
