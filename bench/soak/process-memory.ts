import { readdirSync, readFileSync } from 'node:fs';

/** Memory of a process and its living children, in MiB. */
export interface ProcessMemory {
  /** Resident bytes, with shared pages counted once. */
  readonly resident: number;
  /** The anonymous part of the resident bytes, such as heaps and stacks. */
  readonly heap: number;
}

/** The current memory of a process. NaN if the process has ended, and on systems other than Linux. */
export function processMemory(pid: number): ProcessMemory {
  if (process.platform !== 'linux') return { resident: Number.NaN, heap: Number.NaN };
  let [resident, heap] = [0, 0];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || !isOneOf(name, pid)) continue;
    const rollup = procFile(name, 'smaps_rollup');
    resident += kib(rollup, 'Pss');
    heap += kib(rollup, 'Pss_Anon');
  }
  return { resident: resident / 1_024 || Number.NaN, heap: heap / 1_024 || Number.NaN };
}

function kib(text: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0);
}

function isOneOf(name: string, pid: number): boolean {
  return Number(name) === pid || Number(/^PPid:\s+(\d+)$/m.exec(procFile(name, 'status'))?.[1]) === pid;
}

function procFile(folder: string, name: string): string {
  try {
    return readFileSync(`/proc/${folder}/${name}`, 'utf8');
  } catch {
    // The process has already ended.
    return '';
  }
}
