import { describe, expect, it } from 'vitest';
import { JournalShares } from '../../../journal/journal-shares.ts';

const LOUD = { tenant: 'a', key: 'a-1' };
const SIBLING = { tenant: 'a', key: 'a-2' };
const QUIET = { tenant: 'b', key: 'b-1' };

/** Writes as long as there is room: how much was written. */
function fill(shares: JournalShares, author: typeof LOUD, unread: { bytes: number }): number {
  let written = 0;
  while (shares.hasRoom(author) && written < 2_000) {
    shares.wrote(author, 10);
    written += 10;
    unread.bytes += 10;
    shares.measured(unread.bytes);
  }
  return written;
}

describe('shares of what may wait in the journal', () => {
  it('keep out a key that used up its own, and let in others of its tenant and other tenants', () => {
    const shares = new JournalShares(1_000);
    const unread = { bytes: 0 };
    expect(fill(shares, LOUD, unread)).toBe(640);
    expect([shares.hasRoom(LOUD), shares.hasRoom(SIBLING), shares.hasRoom(QUIET)]).toEqual([false, true, true]);
    expect(fill(shares, SIBLING, unread)).toBe(130);
    expect(fill(shares, QUIET, unread)).toBe(150);
    expect(unread.bytes).toBeLessThan(1_000);
    expect([shares.hasRoom(LOUD), shares.hasRoom({ tenant: 'c', key: 'c-1' })]).toEqual([false, true]);
  });

  it('are free again as far as the journal is read, in the order in which it was written', () => {
    const shares = new JournalShares(1_000);
    const unread = { bytes: 0 };
    fill(shares, LOUD, unread);
    fill(shares, QUIET, unread);
    expect(shares.hasRoom(LOUD)).toBe(false);
    // Half of what was written is read: it was all of the first.
    shares.measured(unread.bytes / 2);
    expect([shares.hasRoom(LOUD), shares.hasRoom(QUIET)]).toEqual([true, true]);
    shares.measured(0);
    expect([shares.hasRoom(LOUD), shares.hasRoom(QUIET)]).toEqual([true, true]);
  });

  it('hold whatever others left unread before this process began', () => {
    const shares = new JournalShares(1_000);
    shares.measured(900);
    expect([shares.hasRoom(LOUD), shares.hasRoom(QUIET)]).toEqual([true, true]);
  });
});
