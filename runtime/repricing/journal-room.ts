import type { Journal, PlannedOffsets } from '../../journal/source/journal.ts';

/**
 * Transitions wait while so much of the journal is unread: traffic is loaded first, and its gateway is never refused
 * for them.
 */
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;

/** Asks whether transitions may be written into a journal now. */
export function journalRoom(
  journal: Pick<Journal, 'unreadBytes'>,
  plannedOffsets: PlannedOffsets,
): () => Promise<boolean> {
  return async () => (await journal.unreadBytes(plannedOffsets)) < MAX_UNREAD_BYTES;
}
