import type { Journal, PlannedOffsets } from '../../journal/source/journal.ts';

/**
 * The number of unread bytes in the journal from which on transitions wait. Traffic is loaded first, and no gateway is
 * refused because of transitions.
 */
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;

/** Creates a check for whether the journal accepts transitions now. */
export function createJournalRoomCheck(
  journal: Pick<Journal, 'unreadBytes'>,
  plannedOffsets: PlannedOffsets,
): () => Promise<boolean> {
  return async () => (await journal.unreadBytes(plannedOffsets)) < MAX_UNREAD_BYTES;
}
