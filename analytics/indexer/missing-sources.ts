import type { ControlPlaneEvents } from '../../journal/open-control-plane-log.ts';
import type { Journal } from '../../journal/source/journal.ts';
import { locateImport } from '../../journal/files/kept-imports.ts';
import type { PlannedSource } from '../../store/ingest/ingest-reload-store.ts';

/** A source with planned batches that can no longer be read. */
export interface MissingSource {
  readonly id: string;
  /** The reason, as a sentence. */
  readonly fault: string;
}

/** The locations from which sources are read. */
export interface SourceLocations {
  readonly journal: Pick<Journal, 'faultOf'>;
  /** The absolute path of the folder with the copies of imported files. */
  readonly importsFolder: string;
  readonly controlPlane: Pick<ControlPlaneEvents, 'end'>;
}

/** The sources that are missing, or shorter than their planned batches; their content is not read. */
export async function missingSources(
  sources: readonly PlannedSource[],
  locations: SourceLocations,
): Promise<MissingSource[]> {
  const missing: MissingSource[] = [];
  for (const source of sources) {
    const fault = await faultOf(source, locations);
    if (fault !== undefined) missing.push({ id: source.id, fault });
  }
  return missing;
}

async function faultOf(source: PlannedSource, locations: SourceLocations): Promise<string | undefined> {
  const { id, kind, location, plannedTo } = source;
  switch (kind) {
    case 'journal':
      return locations.journal.faultOf(source);
    case 'file': {
      const place = await locateImport(id, location, locations.importsFolder);
      if (place !== 'nowhere') return undefined;
      return `No copy of ${location} was stored. Import the same content again with \`npm run import -- <file>\`.`;
    }
    case 'outbox': {
      const end = await locations.controlPlane.end();
      return end < plannedTo ? `Postgres stores ${end} of the ${plannedTo} events that were read.` : undefined;
    }
  }
}
