import { noFaultPoints, type FaultPoints } from '../../domain/kernel/fault-points.ts';

/** Fault points that end the process with SIGKILL at this name. As in a crash, no handler runs. */
export function killAtFaultPoint(name: string | undefined): FaultPoints {
  if (name === undefined) return noFaultPoints;
  return {
    reach(reached) {
      if (reached === name) process.kill(process.pid, 'SIGKILL');
    },
  };
}
