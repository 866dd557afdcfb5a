import { readdirSync, readFileSync } from 'node:fs';

/**
 * Resident memory of a process and its living children in MiB, what they share counted once; undefined where the system
 * does not tell (not Linux).
 */
export function residentMib(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  let kib = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || !isOneOf(name, pid)) continue;
    kib += Number(/^Pss:\s+(\d+) kB$/m.exec(procFile(name, 'smaps_rollup'))?.[1] ?? 0);
  }
  return kib / 1_024;
}

function isOneOf(name: string, pid: number): boolean {
  return Number(name) === pid || Number(/^PPid:\s+(\d+)$/m.exec(procFile(name, 'status'))?.[1]) === pid;
}

function procFile(folder: string, name: string): string {
  try {
    return readFileSync(`/proc/${folder}/${name}`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}
