import { openImportedFile } from '../../../journal/files/imported-file.ts';
import { splitEvents } from '../../../contracts/ingest/calls/ended-call.ts';
import type { SourceTotals } from '../../../store/ingest/planning/batch-plan.ts';
import type { IngestScopeStore } from '../../../store/ingest/ingest-scope-store.ts';
import { readBatch } from '../events/read-batch.ts';

/** The counts of a file whose lines are checked one by one; repetitions are unknown. */
export type Inspection = Omit<SourceTotals, 'repeated'>;

const BLOCK = { lines: 50_000, bytes: 32 * 1024 * 1024 };
/** The maximum number of faulty lines that an import names. */
const MAX_NAMED = 5;

/**
 * Reads a file of the traffic format as an import would, and changes nothing. Stored events are not looked up: an
 * import may count a valid line as a repetition, or quarantine it because it contradicts a stored event.
 */
export async function inspectFile(path: string, scopes: IngestScopeStore): Promise<Inspection> {
  const file = await openImportedFile(path, '');
  const events = new Map<string, number>();
  const firstQuarantined: { offset: bigint; reason: string; detail: string }[] = [];
  let quarantined = 0;
  try {
    for (let from = 0n; ;) {
      const block = await file.read(from, BLOCK);
      if (block.lines.length === 0) break;
      const { facts, declaredGaps, faulty } = await readBatch(block.lines.flatMap(splitEvents), scopes);
      for (const { event } of [...facts.map((line) => line.event), ...declaredGaps]) {
        events.set(event, (events.get(event) ?? 0) + 1);
      }
      quarantined += faulty.length;
      const inOrder = [...faulty].sort((one, other) => one.index - other.index);
      for (const { index, reason, detail } of inOrder.slice(0, MAX_NAMED - firstQuarantined.length)) {
        firstQuarantined.push({ offset: from + BigInt(index), reason, detail });
      }
      from = block.lastOffset;
    }
  } finally {
    await file.close();
  }
  return { events: Object.fromEntries([...events].sort()), quarantined, firstQuarantined };
}
