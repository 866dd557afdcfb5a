import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { endAnswer } from '../../../../proxy/answers/write-answer.ts';

/** Every byte value, repeatedly, which is not valid UTF-8. */
const bytes = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, index) => index % 256));

/** The bytes of an answer that a caller gets. */
async function answered(last: Buffer | undefined, headers: Record<string, number>): Promise<Buffer> {
  const server = createServer((_, response) => {
    response.writeHead(200, headers);
    endAnswer(response, last);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Buffer.from(await (await fetch(`http://127.0.0.1:${port}`)).arrayBuffer());
}

it.each([1, 256, 8_192, 8_193, 100_000])('ends an answer with its %s bytes unchanged', async (length) => {
  const body = bytes(length);
  expect(await answered(body, { 'content-length': length })).toEqual(body);
  // An answer of unknown length.
  expect(await answered(body, {})).toEqual(body);
});

it('ends an answer without more bytes', async () => {
  expect(await answered(undefined, { 'content-length': 0 })).toEqual(Buffer.alloc(0));
});
