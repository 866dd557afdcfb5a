import { Refusal } from '../../../domain/kernel/errors.ts';
import type { JournalAuthor } from '../../../journal/journal-shares.ts';
import type { TrafficPort } from '../../ports/traffic-port.ts';

/**
 * Writes lines into the journal; they are on the disk when this returns.
 *
 * @throws Refusal `dependency_unavailable` if the journal cannot be written, or if the author has used up its share of
 * the unread bytes
 */
export async function writeLines(
  journal: Pick<TrafficPort, 'append' | 'hasRoom'>,
  lines: readonly string[],
  author: JournalAuthor,
): Promise<void> {
  if (lines.length === 0) return;
  if (!journal.hasRoom(author)) {
    const detail = 'Too much traffic of this credential waits to be loaded. Send this traffic again later.';
    throw new Refusal('dependency_unavailable', detail);
  }
  try {
    await journal.append(lines, author);
  } catch (cause) {
    const detail = 'The journal could not be written, so this request may be lost. Send the request again.';
    throw new Refusal('dependency_unavailable', detail, { cause });
  }
}
