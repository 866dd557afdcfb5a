import { noFaultPoints, type FaultPoints } from '../../domain/kernel/fault-points.ts';
import { beginsRow } from '../decision-log/decision-lines.ts';
import type { DecisionLog, LinesWaiter } from '../decision-log/decision-log.ts';

/** The function `work`, with one fault point before it and another after it. */
export function withFaultPoints<Given extends readonly unknown[], Result>(
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

/** A log with fault points around each write: of an admission, of an ending, or of both in one write (`row`). */
export function logWithFaultPoints(faultPoints: FaultPoints, log: DecisionLog): DecisionLog {
  // Without fault points, the waiters of calls need no wrapper.
  if (faultPoints === noFaultPoints) return log;
  const around = (name: string, waiter: LinesWaiter): LinesWaiter => {
    faultPoints.reach(`gateway.before_${name}`);
    return {
      isOwed: waiter.isOwed,
      by: waiter.by,
      kept() {
        faultPoints.reach(`gateway.after_${name}`);
        waiter.kept();
      },
      lost: (error) => waiter.lost(error),
    };
  };
  const nameOf = (lines: readonly string[]): string => (beginsRow(lines) ? 'row' : 'ending');
  const write: DecisionLog['write'] = (lines, about) => log.write(lines, about);
  const writes = {
    ending: withFaultPoints(faultPoints, 'ending', write),
    row: withFaultPoints(faultPoints, 'row', write),
  };
  return {
    isOpen: () => log.isOpen(),
    acceptsCalls: (key) => log.acceptsCalls(key),
    write: (lines, about) => (beginsRow(lines) ? writes.row(lines, about) : writes.ending(lines, about)),
    refuse: withFaultPoints(faultPoints, 'row', (call, ending) => log.refuse(call, ending)),
    keep: (lines, waiter) => log.keep(lines, around(nameOf(lines), waiter)),
    keepSoon: (lines, waiter) => log.keepSoon(lines, around('admission', waiter)),
    hurry: () => log.hurry(),
    look: () => log.look(),
    close: () => log.close(),
    get owedLines() {
      return log.owedLines;
    },
  };
}
