import { describe, expect, it } from 'vitest';
import { JournalShares } from '../../../journal/journal-shares.ts';

const LOUD = { tenant: 'a', key: 'a-1' };
const SIBLING = { tenant: 'a', key: 'a-2' };
const QUIET = { tenant: 'b', key: 'b-1' };

/** Writes until the share is full; returns the written bytes. */
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

describe('shares of the journal’s unread lines', () => {
  it('exclude a key that used up its share, and admit others of its tenant and other tenants', () => {
    const shares = new JournalShares(1_000);
    const unread = { bytes: 0 };
    expect(fill(shares, LOUD, unread)).toBe(640);
    expect([shares.hasRoom(LOUD), shares.hasRoom(SIBLING), shares.hasRoom(QUIET)]).toEqual([false, true, true]);
    expect(fill(shares, SIBLING, unread)).toBe(130);
    expect(fill(shares, QUIET, unread)).toBe(150);
    expect(unread.bytes).toBeLessThan(1_000);
    expect([shares.hasRoom(LOUD), shares.hasRoom({ tenant: 'c', key: 'c-1' })]).toEqual([false, true]);
  });

  it('are released as the journal is read, in the order of writing', () => {
    const shares = new JournalShares(1_000);
    const unread = { bytes: 0 };
    fill(shares, LOUD, unread);
    fill(shares, QUIET, unread);
    expect(shares.hasRoom(LOUD)).toBe(false);
    // Half of the written bytes are read, which were all of the first writer.
    shares.measured(unread.bytes / 2);
    expect([shares.hasRoom(LOUD), shares.hasRoom(QUIET)]).toEqual([true, true]);
    shares.measured(0);
    expect([shares.hasRoom(LOUD), shares.hasRoom(QUIET)]).toEqual([true, true]);
  });

  it('apply with any unread lines from before this process', () => {
    const shares = new JournalShares(1_000);
    shares.measured(900);
    expect([shares.hasRoom(LOUD), shares.hasRoom(QUIET)]).toEqual([true, true]);
  });
});
