import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { Configuration } from '../../runtime/configuration/configuration.ts';
import type { Journal } from '../../journal/source/journal.ts';
import { JournalShares } from '../../journal/journal-shares.ts';
import { createJournalGate } from '../../journal/journal-gate.ts';
import { createWorkGauges } from '../../store/installation/work-gauges.ts';
import type { TrafficMetrics } from '../ports/traffic-metrics.ts';
import type { TrafficPort } from '../ports/traffic-port.ts';

/** Opens the traffic port, which writes into the journal of this process while the journal accepts lines. */
export function openTraffic(
  pool: pg.Pool,
  clock: Clock,
  journal: Journal,
  { journalLimits: limits }: Configuration,
  { instanceId, metrics }: { instanceId: string; metrics: TrafficMetrics | undefined },
): TrafficPort & { close(): Promise<void> } {
  const work = createWorkGauges(pool, clock);
  const writer = journal.openWriter({
    writerId: `api-${instanceId}`,
    onWritten: (bytes, seconds) => metrics?.written(bytes, seconds),
  });
  const shares = new JournalShares(limits.maxUnreadBytes);
  const gate = createJournalGate({
    journal,
    shares,
    limits,
    plannedOffsets: (ids) => work.plannedOffsets(ids),
    monotonicMs: () => performance.now(),
  });
  return {
    ...gate,
    hasRoom: (author) => shares.hasRoom(author),
    async append(lines, author) {
      shares.wrote(
        author,
        lines.reduce((bytes, line) => bytes + Buffer.byteLength(line) + 1, 0),
      );
      await writer.appendLines(lines);
    },
    close: () => writer.close(),
    ...(metrics && { metrics }),
  };
}
