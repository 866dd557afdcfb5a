import { Gauge, type Registry } from 'prom-client';
import type { Journal } from '../../journal/source/journal.ts';
import type { WorkGauges } from '../../store/installation/work-gauges.ts';
import type { ReadFigures } from '../../runtime/telemetry/scrape.ts';

/** Metrics of the unread bytes of the journal that this process reads. */
export function createJournalMetrics(
  registry: Registry,
  journal: Pick<Journal, 'unreadBytes'>,
  work: Pick<WorkGauges, 'plannedOffsets'>,
): ReadFigures {
  const unread = new Gauge({
    name: 'truetally_journal_unread_bytes',
    help: 'Bytes of the journal that are not yet in a batch, including a line that is still being written.',
    registers: [registry],
  });
  return {
    source: 'journal',
    metrics: [unread],
    async read() {
      const bytes = await journal.unreadBytes((ids) => work.plannedOffsets(ids));
      return () => unread.set(bytes);
    },
  };
}
