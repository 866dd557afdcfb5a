import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import {
  REQUESTED_AT_HEADER,
  parsePlayedRequest,
  writeStreamEnd,
  FAILED_PROMPT,
  writeFrame,
  LATE_PROMPT,
  writeStreamStart,
  PLAIN_ANSWER,
  readSharedClockMicros,
  findWire,
  type StreamPace,
  type Wire,
} from './played-calls.ts';

/** A provider that answers immediately, or with a stream at the requested pace. Its argument is the port. */
const JSON_HEAD = { 'content-type': 'application/json' } as const;
const PLAIN_HEAD = { ...JSON_HEAD, 'content-length': PLAIN_ANSWER.length };
const FAULT = JSON.stringify({ error: { type: 'server_error', message: 'It was asked to fail.' } });
const LATE_MS = 200;

createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const askedAt = readSharedClockMicros();
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.method !== 'POST') return void response.end();
    const { prompt, pace } = parsePlayedRequest(Buffer.concat(chunks).toString());
    if (pace !== undefined) void stream(response, findWire(request.url ?? ''), pace, askedAt);
    else if (prompt === FAILED_PROMPT) response.writeHead(500, JSON_HEAD).end(FAULT);
    else if (prompt === LATE_PROMPT) setTimeout(() => response.writeHead(200, PLAIN_HEAD).end(PLAIN_ANSWER), LATE_MS);
    else response.writeHead(200, PLAIN_HEAD).end(PLAIN_ANSWER);
  });
}).listen({ host: '127.0.0.1', port: Number(process.argv[2]) });

async function stream(
  response: ServerResponse,
  wire: Wire,
  { frames, everyMs }: StreamPace,
  askedAt: number,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', [REQUESTED_AT_HEADER]: askedAt });
  response.write(writeStreamStart(wire));
  const startedAt = performance.now();
  for (let frame = 1; frame <= frames && !response.destroyed; frame += 1) {
    await delay(Math.max(0, startedAt + frame * everyMs - performance.now()));
    response.write(writeFrame(wire, readSharedClockMicros()));
  }
  response.end(writeStreamEnd(wire, frames));
}
