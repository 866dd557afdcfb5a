import type { Journal } from './source/journal.ts';
import { openFileJournal } from './files/open-file-journal.ts';
import { openStreamJournal } from './stream/open-stream-journal.ts';
import type { StreamAddress } from './stream/stream-address.ts';

/** The location of the journal. */
export interface JournalLocation {
  /** The absolute path of the folder of segments. With a stream, it may contain segments from before. */
  readonly journalFolder: string;
  /** The stream of the journal; undefined if the journal is the folder. */
  readonly journalStream: StreamAddress | undefined;
}

/**
 * Opens the journal of this process. With a stream, new lines go to the stream. Segments in the folder from before are
 * still read, and read again when facts are reloaded.
 */
export function openJournal({ journalFolder, journalStream }: JournalLocation): Journal {
  const files = openFileJournal(journalFolder);
  if (journalStream === undefined) return files;
  const stream = openStreamJournal(journalStream);
  return {
    ...stream,
    logs: [...files.logs, ...stream.logs],
    unreadBytes: async (planned) => (await files.unreadBytes(planned)) + (await stream.unreadBytes(planned)),
    faultOf: (source) => (source.id.startsWith('stream:') ? stream : files).faultOf(source),
  };
}
