import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ControlPlaneEvents } from '../../journal/open-control-plane-log.ts';
import { keptImportsFolder, placeOfImport } from '../../journal/kept-imports.ts';
import type { PlannedSource } from '../../store/ingest/ingest-reload-store.ts';

/** A source whose planned batches cannot be read again. */
export interface MissingSource {
  readonly id: string;
  /** A sentence. */
  readonly fault: string;
}

/** Where sources are read. */
export interface SourcePlaces {
  /** Absolute. */
  readonly journalFolder: string;
  readonly controlPlane: Pick<ControlPlaneEvents, 'end'>;
}

/** The sources that are not there as far as they were planned; their content is not read. */
export async function missingSources(
  sources: readonly PlannedSource[],
  places: SourcePlaces,
): Promise<MissingSource[]> {
  const missing: MissingSource[] = [];
  for (const source of sources) {
    const fault = await faultOf(source, places);
    if (fault !== undefined) missing.push({ id: source.id, fault });
  }
  return missing;
}

async function faultOf(source: PlannedSource, places: SourcePlaces): Promise<string | undefined> {
  const { id, kind, location, plannedTo } = source;
  switch (kind) {
    case 'journal': {
      const path = join(places.journalFolder, id.slice('journal:'.length));
      const size = await stat(path).then(
        (found) => BigInt(found.size),
        () => undefined,
      );
      if (size === undefined) return `${path} is not there.`;
      return size < plannedTo ? `${path} has ${size} bytes of the ${plannedTo} that were read of it.` : undefined;
    }
    case 'file': {
      const place = await placeOfImport(id, location, keptImportsFolder(places.journalFolder));
      if (place !== 'nowhere') return undefined;
      return `No copy of ${location} was kept: \`npm run import -- <file>\` of the same content loads it again.`;
    }
    case 'outbox': {
      const end = await places.controlPlane.end();
      return end < plannedTo ? `Postgres holds ${end} of the ${plannedTo} events that were read.` : undefined;
    }
  }
}
