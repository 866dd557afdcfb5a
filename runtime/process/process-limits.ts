import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { constrainedMemory } from 'node:process';
import { getHeapStatistics } from 'node:v8';

/** The limits of this process on its machine. */
export interface ProcessLimits {
  /** The memory of the container in bytes, or of the machine without a container. */
  readonly memoryBytes: number;
  /** The part of this memory that V8 uses for objects, in bytes. */
  readonly heapBytes: number;
  /** The maximum number of open files and sockets; Infinity if the system does not state it. */
  readonly descriptors: number;
}

export function readProcessLimits(): ProcessLimits {
  // 0 without a control group; more than the memory of the machine if the group has no limit.
  const constrained = constrainedMemory();
  return {
    memoryBytes: constrained > 0 ? Math.min(constrained, totalmem()) : totalmem(),
    heapBytes: getHeapStatistics().heap_size_limit,
    descriptors: descriptorsIn(readLimits()),
  };
}

/** The limits of the process as text. Only Linux has this file. */
function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}

function descriptorsIn(limits: string): number {
  const soft = /^Max open files +(\d+)/m.exec(limits)?.[1];
  return soft === undefined ? Infinity : Number(soft);
}
