import { noFaultPoints, type FaultPoints } from '../../domain/kernel/fault-points.ts';

/** Fault points of which the one with this name ends the process with SIGKILL, as a crash would: no handler runs. */
export function killAtFaultPoint(name: string | undefined): FaultPoints {
  if (name === undefined) return noFaultPoints;
  return {
    reach(reached) {
      if (reached === name) process.kill(process.pid, 'SIGKILL');
    },
  };
}
