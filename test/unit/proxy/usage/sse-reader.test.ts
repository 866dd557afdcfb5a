import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_EVENT_BYTES, SseReader } from '../../../../proxy/usage/sse-reader.ts';

interface Read {
  readonly events: unknown[];
  readonly outlines: unknown[];
  readonly taken: number;
}

/** The reader's events for a stream that arrives in these pieces. */
function readPieces(pieces: readonly Buffer[], memory = Infinity): Read {
  const events: unknown[] = [];
  const outlines: unknown[] = [];
  let taken = 0;
  const listener = {
    event: (data: unknown) => void events.push(data),
    outline: (data: unknown) => void outlines.push(data),
  };
  const reader = new SseReader(listener, (bytes) => {
    if (taken + bytes > memory) return false;
    taken += bytes;
    return true;
  });
  for (const piece of pieces) reader.see(piece);
  reader.end();
  return { events, outlines, taken };
}

function cut(bytes: Buffer, size: number): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  return pieces;
}

const eventsOf = (text: string, size = Infinity): unknown[] => readPieces(cut(Buffer.from(text), size)).events;

describe('events of a stream', () => {
  it.each<[string, string, unknown[]]>([
    ['end with LF', 'data: {"a":1}\n\ndata: [DONE]\n\n', [{ a: 1 }, '[DONE]']],
    ['end with CRLF', 'data: {"a":1}\r\n\r\ndata: x\r\n\r\n', [{ a: 1 }, 'x']],
    ['end with CR', 'data: {"a":1}\r\rdata: x\r\r', [{ a: 1 }, 'x']],
    ['end with a mixture of these', 'data: a\r\n\ndata: b\n\rdata: c\r\r\n', ['a', 'b', 'c']],
    ['have several lines of data', 'data: {"a":\ndata: 1}\n\n', [{ a: 1 }]],
    ['have a blank line within their data', 'data: a\ndata:\ndata: b\n\n', ['a', '', 'b']],
    ['have data without a colon', 'data\ndata: {"a":1}\n\n', [{ a: 1 }]],
    ['have names, ids and comments', ': hi\nevent: x\nid: 1\ndata: {"a":1}\nretry: 5\n\n', [{ a: 1 }]],
    ['are not fields with only the same beginning', 'database: {"a":1}\n\ndat: {"b":1}\n\n', []],
    ['have no blank after the colon', 'data:{"a":1}\n\n', [{ a: 1 }]],
    ['follow a byte order mark', '\uFEFFdata: {"a":1}\n\n', [{ a: 1 }]],
    ['have a mark in the first line alone', 'data: 1\n\n\uFEFFdata: 2\n\n', ['1']],
    ['have a last line without an end', 'data: {"a":1}\n\ndata: {"usage":2}', [{ a: 1 }, { usage: 2 }]],
    ['have a last event without a blank line', 'data: {"usage":2}\n', [{ usage: 2 }]],
    ['are separated by one line end', 'data: {"a":1}\ndata: {"b":2}\ndata: [DONE]\n\n', [{ a: 1 }, { b: 2 }, '[DONE]']],
    ['are not JSON', 'data: {"a":\n\ndata: {"b":1}\n\n', [{ b: 1 }]],
    ['have no data', 'event: ping\n\n\n\n', []],
    ['have characters of several bytes', 'data: {"a":"é€😀"}\n\n', [{ a: 'é€😀' }]],
  ])('%s', (_name, text, expected) => {
    for (const size of [Infinity, 1, 2, 3, 7]) expect(eventsOf(text, size)).toEqual(expected);
  });

  it('are equal for any division of the bytes', () => {
    const piece = fc.constantFrom(
      ...[
        'data',
        ':',
        ' ',
        '\n',
        '\r',
        '\r\n',
        '\n\n',
        '{"a":1}',
        '{"usage":',
        '2}',
        '[DONE]',
        '\uFEFF',
        'event: x',
        '€',
      ],
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }),
        fc.array(fc.nat(9), { minLength: 1, maxLength: 40 }),
        (parts, sizes) => {
          const bytes = Buffer.from(parts.join(''));
          const pieces: Buffer[] = [];
          for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
            const size = (sizes[turn % sizes.length] ?? 0) + 1;
            pieces.push(bytes.subarray(at, at + size));
            at += size;
          }
          expect(readPieces(pieces).events).toEqual(readPieces([bytes]).events);
        },
      ),
    );
  });
});

/** Counts the bytes that are searched for the end of a line: in each search, up to the match or to the end. */
function counted(bytes: Buffer): { readonly chunk: Buffer; readonly searched: () => number } {
  let searched = 0;
  const chunk = Buffer.from(bytes);
  chunk.indexOf = (value, from) => {
    const begin = Number(from ?? 0);
    const found = bytes.indexOf(value, begin);
    searched += (found === -1 ? chunk.length : found + 1) - begin;
    return found;
  };
  return { chunk, searched: () => searched };
}

describe('an event of many bytes', () => {
  const picture = 'A'.repeat(16 * 1_048_576);
  const completed = Buffer.from(
    `data: {"type":"response.completed","response":{"model":"gpt-5","output":[{"usage":{"input_tokens":9},"result":"${picture}"}],"usage":{"input_tokens":3}}}\n\n`,
  );

  it('of 16 MiB in pieces of 1 KiB is read twice, and uses at most 1 MiB', () => {
    const pieces = cut(completed, 1_024).map(counted);
    const { events, outlines, taken } = readPieces(pieces.map(({ chunk }) => chunk));
    expect(events).toEqual([]);
    expect(outlines).toEqual([
      { type: 'response.completed', response: { model: 'gpt-5', usage: { input_tokens: 3 } } },
    ]);
    const searched = pieces.reduce((sum, each) => sum + each.searched(), 0);
    expect(searched).toBeLessThanOrEqual(2 * completed.length + 4);
    expect(taken).toBeLessThanOrEqual(MAX_EVENT_BYTES);
  });

  it('is outlined from its first byte without memory', () => {
    const { outlines, taken } = readPieces(cut(completed, 65_536), 0);
    expect(outlines).toEqual([
      { type: 'response.completed', response: { model: 'gpt-5', usage: { input_tokens: 3 } } },
    ]);
    expect(taken).toBe(0);
  });

  it('in lines of a few bytes is also outlined, and the next event is read completely', () => {
    const lines = `data: {"usage":{"input_tokens":3},"a":[\n${'data: 1,\n'.repeat(600_000)}data: 1]}\n\ndata: {"b":1}\n\n`;
    const { events, outlines, taken } = readPieces(cut(Buffer.from(lines), 65_536));
    expect([outlines, events]).toEqual([[{ usage: { input_tokens: 3 } }], [{ b: 1 }]]);
    expect(taken).toBeLessThanOrEqual(MAX_EVENT_BYTES);
  });

  it('that is a comment, or another field, is skipped', () => {
    const text = `:${'x'.repeat(2 * MAX_EVENT_BYTES)}\nevent: ${'y'.repeat(2 * MAX_EVENT_BYTES)}\ndata: {"b":1}\n\n`;
    const { events, outlines } = readPieces(cut(Buffer.from(text), 65_536));
    expect([outlines, events]).toEqual([[], [{ b: 1 }]]);
  });

  it('that is interrupted has no result', () => {
    const { events, outlines } = readPieces(cut(completed.subarray(0, completed.length - 40), 65_536));
    expect([events, outlines]).toEqual([[], []]);
  });

  it('of single bytes uses no more memory than one piece', () => {
    const text = Buffer.from(`data: {"a":"${'x'.repeat(100_000)}"}\n\n`);
    const { events, taken } = readPieces(cut(text, 1));
    expect([events.length, taken <= 262_144]).toEqual([1, true]);
  });
});
