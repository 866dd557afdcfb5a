import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A control group with a memory limit, like that of a container. */
export interface MemoryGroup {
  /** The file into which a process writes its id to join the group. */
  readonly processes: string;
  remove(): void;
}

const ROOT = '/sys/fs/cgroup';

/** Creates a control group (version 1 or 2) below that of this process; returns undefined if this is not permitted. */
export function makeMemoryGroup(name: string, bytes: number): MemoryGroup | undefined {
  const own = readFileSync('/proc/self/cgroup', 'utf8').split('\n');
  const first = own.find((line) => line.split(':')[1]?.split(',').includes('memory'))?.split(':')[2];
  const [parent, limit] =
    first === undefined
      ? [join(ROOT, own.find((line) => line.startsWith('0::'))?.slice(3) ?? ''), 'memory.max']
      : [join(ROOT, 'memory', first), 'memory.limit_in_bytes'];
  const folder = join(parent, `truetally-${name}-${process.pid}`);
  try {
    mkdirSync(folder);
    if (!existsSync(join(folder, limit))) throw new Error('There is no limit of memory.');
    writeFileSync(join(folder, limit), String(bytes));
  } catch {
    if (existsSync(folder)) rmdirSync(folder);
    return undefined;
  }
  return { processes: join(folder, 'cgroup.procs'), remove: () => rmdirSync(folder) };
}
