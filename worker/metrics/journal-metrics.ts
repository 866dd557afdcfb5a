import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Gauge, type Registry } from 'prom-client';
import { listSegments } from '../../journal/journal-folder.ts';
import type { WorkGauges } from '../../store/installation/work-gauges.ts';
import type { ReadFigures } from '../../runtime/telemetry/scrape.ts';

/** How much of the journal that this process reads has not been read yet. */
export function journalFigures(
  registry: Registry,
  folder: string,
  work: Pick<WorkGauges, 'plannedOffsets'>,
): ReadFigures {
  const unread = new Gauge({
    name: 'truetally_journal_unread_bytes',
    help: 'Bytes of the journal that are in no batch yet; a line that is still being written is among them.',
    registers: [registry],
  });
  return {
    source: 'journal',
    metrics: [unread],
    async read() {
      const segments = await Promise.all(
        (await listSegments(folder)).map(async (name) => ({
          id: `journal:${name}`,
          size: (await stat(join(folder, name))).size,
        })),
      );
      const offsets = await work.plannedOffsets(segments.map(({ id }) => id));
      const bytes = segments.map(({ id, size }) => Math.max(0, size - Number(offsets.get(id) ?? 0n)));
      return () => unread.set(bytes.reduce((sum, one) => sum + one, 0));
    },
  };
}
