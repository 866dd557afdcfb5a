import type { FaultPoints } from '../domain/kernel/fault-points.ts';
import type { DecisionLog } from './decision-log/decision-log.ts';

/** `work`, with a fault point before it and one behind it. */
export function reachAround<Given extends readonly unknown[], Result>(
  faultPoints: FaultPoints,
  name: string,
  work: (...given: Given) => Promise<Result>,
): (...given: Given) => Promise<Result> {
  return async (...given) => {
    faultPoints.reach(`gateway.before_${name}`);
    const result = await work(...given);
    faultPoints.reach(`gateway.after_${name}`);
    return result;
  };
}

/** A log with fault points around each of its writes: of an admission, of an ending, or of both at once (`row`). */
export function reachAroundLog(faultPoints: FaultPoints, log: DecisionLog): DecisionLog {
  const write: DecisionLog['write'] = (events) => log.write(events);
  const writes = {
    ending: reachAround(faultPoints, 'ending', write),
    row: reachAround(faultPoints, 'row', write),
  };
  return {
    ...log,
    write: (events) => (events[0]?.event === 'request_admitted' ? writes.row(events) : writes.ending(events)),
    writeSoon: reachAround(faultPoints, 'admission', (events) => log.writeSoon(events)),
  };
}
