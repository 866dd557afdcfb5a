import type { Journal } from './source/journal.ts';
import { openFileJournal } from './files/open-file-journal.ts';
import { openStreamJournal } from './stream/open-stream-journal.ts';
import type { StreamAddress } from './stream/stream-address.ts';

/** The location of the journal. */
export interface JournalLocation {
  /** Absolute: where segments lie, those from before there was a stream too. */
  readonly journalFolder: string;
  /** Undefined: the journal is the folder. */
  readonly journalStream: StreamAddress | undefined;
}

/**
 * The journal of this process. With a stream, new lines go there; what lies in the folder from before is read as well,
 * and again where facts are loaded again.
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
