import { describe, expect, it } from 'vitest';
import { TurnBytes } from '../../../../proxy/body/turn-bytes.ts';

const MIB = 1_048_576;
const MAX_BYTES = 262_144;
/** The bytes that each piece counts in addition to its own. */
const PIECE = 256;

/** Turns that begin on request. */
function turnsByHand() {
  const due: (() => void)[] = [];
  const turns = new TurnBytes((then) => due.push(then));
  return { turns, due, begin: () => due.splice(0).forEach((then) => then()) };
}

describe('the bytes of a turn', () => {
  it('are 256 KiB for all readers together, with 256 more per piece', () => {
    const { turns, begin } = turnsByHand();
    const full = [turns.isFull(MAX_BYTES - 2 * PIECE - 1), turns.isFull(1), turns.isFull(0), turns.isFull(0)];
    expect(full).toEqual([false, false, true, true]);
    begin();
    expect(turns.isFull(MAX_BYTES - PIECE)).toBe(false);
  });

  it('are given in the order of waiting readers, and exceed their limit by at most one piece', () => {
    const { turns, due, begin } = turnsByHand();
    const seen: [reader: number, turn: number][] = [];
    let turn = 0;
    const left = Array.from({ length: 20 }, () => 31 * MIB);
    const read = (reader: number): void => {
      left[reader] = (left[reader] ?? 0) - 65_536;
      seen.push([reader, turn]);
      const isFull = turns.isFull(65_536);
      if ((left[reader] ?? 0) <= 0) return;
      if (isFull) turns.wait(() => read(reader));
      else read(reader);
    };
    left.forEach((_, reader) => read(reader));
    while (due.length > 0) {
      turn += 1;
      begin();
    }
    const piecesIn = Array.from({ length: turn + 1 }, () => 0);
    for (const [, at] of seen) piecesIn[at] = (piecesIn[at] ?? 0) + 1;
    expect(left.every((bytes) => bytes === 0)).toBe(true);
    // The first turn has an additional piece of each reader, because these pieces have no predecessor to wait for.
    expect(piecesIn[0]).toBe(4 + 19);
    expect(Math.max(...piecesIn.slice(1))).toBe(4);
    const first = seen.filter(([, at]) => at > 0).map(([reader]) => reader);
    expect([...new Set(first)].slice(0, 3)).toEqual([0, 1, 2]);
  });

  it('request no turn without reads', () => {
    const { turns, due, begin } = turnsByHand();
    turns.isFull(1);
    begin();
    expect(due).toEqual([]);
  });
});

describe('a reader', () => {
  function aReader() {
    const did: string[] = [];
    return {
      did,
      paused: false,
      pause() {
        this.paused = true;
        did.push('pause');
      },
      resume() {
        this.paused = false;
        did.push('resume');
      },
    };
  }

  it('is paused only for the rest of a full turn', () => {
    const { turns, begin } = turnsByHand();
    const reader = aReader();
    turns.share(reader, 1, () => false);
    expect(reader.did).toEqual([]);
    turns.share(reader, MAX_BYTES, () => false);
    expect(reader.did).toEqual(['pause']);
    begin();
    expect(reader.did).toEqual(['pause', 'resume']);
  });

  it('that waits for something else stays paused', () => {
    const { turns, begin } = turnsByHand();
    const [slow, paused] = [aReader(), aReader()];
    let isHeld = false;
    turns.share(slow, MAX_BYTES, () => isHeld);
    isHeld = true;
    // The reader was paused before its piece was counted.
    paused.paused = true;
    turns.share(paused, MAX_BYTES, () => false);
    begin();
    expect([slow.did, paused.did]).toEqual([['pause'], []]);
  });
});
