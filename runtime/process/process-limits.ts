import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { constrainedMemory } from 'node:process';
import { getHeapStatistics } from 'node:v8';

/** The limits of this process on its machine. */
export interface ProcessLimits {
  /** Bytes of its container, or of the machine if it has none. */
  readonly memoryBytes: number;
  /** The bytes of these that V8 takes for objects. */
  readonly heapBytes: number;
  /** Files and sockets at once; Infinity where the system does not say. */
  readonly descriptors: number;
}

export function readProcessLimits(): ProcessLimits {
  // 0 where there is no control group, and more than there is where it has no limit.
  const constrained = constrainedMemory();
  return {
    memoryBytes: constrained > 0 ? Math.min(constrained, totalmem()) : totalmem(),
    heapBytes: getHeapStatistics().heap_size_limit,
    descriptors: descriptorsIn(readLimits()),
  };
}

/** Linux alone tells it in a file. */
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
