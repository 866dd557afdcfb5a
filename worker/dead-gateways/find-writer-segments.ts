import { basename } from 'node:path';
import type { GrowingSource } from '../../journal/source/event-source.ts';
import type { Journal } from '../../journal/source/journal.ts';
import { parseSegmentNumber } from '../../journal/files/segment-name.ts';

/** The sources of all logs of a journal. */
export async function journalSources({ logs }: Pick<Journal, 'logs'>): Promise<readonly GrowingSource[]> {
  return (await Promise.all(logs.map((log) => log.sources()))).flat();
}

/** The segments of a writer in their order; undefined if there are none, or if any from the first one on is missing. */
export function findWriterSegments(writer: string, sources: readonly GrowingSource[]): GrowingSource[] | undefined {
  const own = sources.filter((source) => source.writer === writer);
  const isWhole = own.every(({ location }, index) => parseSegmentNumber(writer, basename(location)) === index + 1);
  return own.length > 0 && isWhole ? own : undefined;
}
