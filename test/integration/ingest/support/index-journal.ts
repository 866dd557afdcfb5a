import { advanceToEnd } from '../../../../analytics/indexer/advance-source.ts';
import { openJournalFolder } from '../../../../journal/files/journal-folder.ts';
import type { IngestWorld } from './ingest-world.ts';

/** The counts of an indexing: segments, lines, repeated lines, and lines in quarantine. */
export interface IndexedJournal {
  readonly segments: number;
  readonly lines: number;
  readonly repeated: number;
  readonly quarantined: number;
}

/** Loads the lines of the journal in the world's folder that are not loaded yet. */
export async function indexJournal({ folder, ports }: Pick<IngestWorld, 'folder' | 'ports'>): Promise<IndexedJournal> {
  const indexed = { segments: 0, lines: 0, repeated: 0, quarantined: 0 };
  for (const source of await openJournalFolder(folder).sources()) {
    indexed.segments += 1;
    const lease = await ports.sources.lease(source, 'test');
    for await (const step of advanceToEnd(ports, source, 'test', lease!.nextOffset)) {
      indexed.lines += step.lines;
      indexed.repeated += step.repeated;
      indexed.quarantined += step.quarantined;
    }
  }
  return indexed;
}
