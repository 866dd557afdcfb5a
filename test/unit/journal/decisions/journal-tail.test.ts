import { beforeEach, describe, expect, it } from 'vitest';
import { JournalTail } from '../../../../journal/decisions/journal-tail.ts';
import type { EventLog, GrowingSource } from '../../../../journal/source/event-source.ts';

/** A source in memory, whose offsets are lines. */
class MemorySource implements GrowingSource {
  readonly kind = 'journal';
  readonly location = 'memory';
  readonly id: string;
  readonly writer: string;
  readonly lines: string[] = [];
  /** The number of reads, and of questions for the end. */
  reads = 0;
  looks = 0;
  /** True if the last line is torn. */
  isTorn = false;
  fault: Error | undefined;
  /** The maximum number of lines of a block. */
  blockLines = 2;

  constructor(writer: string, number = 1) {
    this.id = `journal:${writer}.${number}`;
    this.writer = writer;
  }

  end(): Promise<bigint> {
    this.looks += 1;
    return this.fault === undefined
      ? Promise.resolve(BigInt(this.lines.length + (this.isTorn ? 1 : 0)))
      : Promise.reject(this.fault);
  }

  read(): never {
    throw new Error('The tail waits for no disk.');
  }

  readAgain(): never {
    throw new Error('The tail plans nothing.');
  }

  peek(from: bigint): ReturnType<GrowingSource['read']> {
    this.reads += 1;
    const lines = this.lines.slice(Number(from), Number(from) + this.blockLines);
    return Promise.resolve({ lines, firstOffset: from, lastOffset: from + BigInt(lines.length) });
  }

  recentOffset(): Promise<bigint> {
    return Promise.resolve(BigInt(Math.max(0, this.lines.length - 2)));
  }
}

let sources: MemorySource[];
let tail: JournalTail;
let read: () => Promise<{ lines: string[]; hasSkipped: boolean }>;

beforeEach(() => {
  sources = [];
  const log: EventLog = { name: 'memory', sources: () => Promise.resolve([...sources]) };
  tail = new JournalTail([log]);
  read = async () => {
    const lines: string[] = [];
    const hasSkipped = await tail.read((found) => lines.push(...found));
    return { lines, hasSkipped };
  };
});

function add(writer: string, lines: readonly string[], number = 1): MemorySource {
  const source = new MemorySource(writer, number);
  source.lines.push(...lines);
  sources.push(source);
  return source;
}

describe('the end of a journal', () => {
  it('begins near the end of the last source of each writer, and then has every new line once', async () => {
    const old = add('one', ['0']);
    const one = add('one', ['1', '2', '3'], 2);
    add('two', ['a']);
    expect(await read()).toEqual({ lines: ['2', '3', 'a'], hasSkipped: false });
    one.lines.push('4', '5', '6');
    expect(await read()).toEqual({ lines: ['4', '5', '6'], hasSkipped: false });
    expect(await read()).toEqual({ lines: [], hasSkipped: false });
    expect(old.looks).toBe(0);
  });

  it('continues in the next source of a writer, and asks no more about the earlier one', async () => {
    const first = add('one', ['1']);
    await read();
    first.lines.push('2');
    add('one', ['3'], 2);
    expect((await read()).lines).toEqual(['2', '3']);
    const { looks } = first;
    await read();
    expect(first.looks).toBe(looks);
  });

  it('has all lines of a writer that starts later', async () => {
    await read();
    add('one', ['1', '2', '3']);
    expect((await read()).lines).toEqual(['1', '2', '3']);
  });

  it('leaves a torn line unread until it is complete, and reads nothing for it meanwhile', async () => {
    const one = add('one', ['1']);
    await read();
    one.isTorn = true;
    await read();
    const { reads } = one;
    await read();
    expect(one.reads).toBe(reads);
    one.isTorn = false;
    one.lines.push('2', '3');
    expect((await read()).lines).toEqual(['2', '3']);
  });

  it('skips the rest of a source with too many new lines', async () => {
    const one = add('one', []);
    await read();
    one.lines.push(...Array.from({ length: 100 }, (_, index) => `${index}`));
    const { lines, hasSkipped } = await read();
    expect([lines.length, lines.at(-1), hasSkipped]).toEqual([64, '63', true]);
    one.lines.push('next');
    expect(await read()).toEqual({ lines: ['next'], hasSkipped: false });
  });

  it('continues at the end of a source that was set back', async () => {
    const one = add('one', ['1', '2', '3']);
    await read();
    one.lines.length = 1;
    expect(await read()).toEqual({ lines: [], hasSkipped: true });
    one.lines.push('4');
    expect(await read()).toEqual({ lines: ['4'], hasSkipped: false });
  });

  it('has the lines of other sources although one is faulty, and those of the faulty one later', async () => {
    const one = add('one', ['1']);
    const two = add('two', ['a']);
    await read();
    one.lines.push('2');
    two.lines.push('b');
    one.fault = new Error('The disk is gone.');
    const lines: string[] = [];
    await expect(tail.read((found) => lines.push(...found))).rejects.toThrow('The disk is gone.');
    expect(lines).toEqual(['b']);
    one.fault = undefined;
    expect((await read()).lines).toEqual(['2']);
  });

  it('begins again if the first attempt failed', async () => {
    const one = add('one', ['1', '2', '3']);
    one.recentOffset = () => Promise.reject(new Error('Not yet.'));
    await expect(tail.read(() => undefined)).rejects.toThrow('Not yet.');
    delete (one as Partial<MemorySource>).recentOffset;
    expect((await read()).lines).toEqual(['2', '3']);
  });
});
