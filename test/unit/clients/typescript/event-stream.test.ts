import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { eventsFrom, type ServerEvent } from '../../../../clients/typescript/transport/event-stream.ts';

const TEXT = [
  'retry: 2000\n\n',
  'id: 0000000a-1\nevent: decision\ndata: {"kind":"ü: 1"}\n\n',
  ': still open\n\n',
  'event: missed\ndata: {"count":3}\n\n',
  'event: end\ndata: {"reason":"stop',
].join('');

const EVENTS: ServerEvent[] = [
  { type: 'decision', data: '{"kind":"ü: 1"}', id: '0000000a-1' },
  { type: 'missed', data: '{"count":3}', id: '' },
];

/** The bytes of a text in pieces of this size. */
function piecesOf(text: string, bytes: number): Readable {
  const all = new TextEncoder().encode(text);
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < all.length; from += bytes) pieces.push(all.subarray(from, from + bytes));
  return Readable.from(pieces);
}

it.each([1, 7, 1_000])('reads whole events from pieces of %i bytes, and no comment', async (bytes) => {
  const { requestId, events } = eventsFrom({
    headers: new Headers({ 'x-request-id': 'req_1' }),
    body: piecesOf(TEXT, bytes),
  });
  const read: ServerEvent[] = [];
  for await (const event of events) read.push(event);
  expect([requestId, read]).toEqual(['req_1', EVENTS]);
});
