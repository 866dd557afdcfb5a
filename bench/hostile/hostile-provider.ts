import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { PLAIN_ANSWER } from '../gateway/played-calls.ts';

/** A provider whose answer depends on the query of a call. Its argument is the port. */
const MIB = 1_048_576;
const JSON_HEAD = { 'content-type': 'application/json' };

const PLAYS: Readonly<Record<string, (response: ServerResponse) => Promise<void>>> = {
  /** One line of 15 MiB, in pieces of 1 KiB. */
  async line(response) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    await writeAll(response, ['data: {"a":"', ...Array<string>(15 * 1_024).fill('x'.repeat(1_024)), '"}\n\n']);
    response.end('data: [DONE]\n\n');
  },
  /** Events of two bytes each. */
  async events(response) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    await writeAll(response, Array<string>(240).fill('data: {}\n\n'.repeat(6_500)));
    response.end('data: [DONE]\n\n');
  },
  /** An answer that the gateway reads to its end to find the cost. */
  async large(response) {
    response.writeHead(200, JSON_HEAD);
    await writeAll(response, ['{"data":[', ...Array<string>(31).fill('{},'.repeat(MIB / 3)), '1]}']);
    response.end();
  },
  async endless(response) {
    response.writeHead(200, JSON_HEAD);
    await writeAll(response, Array<string>(200).fill(' '.repeat(MIB)));
    response.end('{"input_tokens":1}');
  },
};

createServer((request, response) => void answer(request, response).catch(() => response.destroy())).listen({
  host: '127.0.0.1',
  port: Number(process.argv[2]),
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  request.resume();
  await once(request, 'end');
  const play = PLAYS[/[?&]play=(\w+)/.exec(request.url ?? '')?.[1] ?? ''];
  if (play !== undefined) return play(response);
  response.writeHead(200, { ...JSON_HEAD, 'content-length': PLAIN_ANSWER.length }).end(PLAIN_ANSWER);
}

async function writeAll(response: ServerResponse, pieces: readonly string[]): Promise<void> {
  const left = new AbortController();
  response.once('close', () => left.abort());
  for (const piece of pieces) {
    if (response.destroyed) return;
    if (!response.write(piece)) await once(response, 'drain', { signal: left.signal });
  }
}
