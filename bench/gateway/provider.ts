import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import {
  ASKED_AT,
  askedIn,
  endingOf,
  FAILED,
  frameOf,
  LATE,
  openingOf,
  PLAIN_ANSWER,
  sharedMicros,
  wireAt,
  type Pace,
  type Wire,
} from './played-calls.ts';

/** A provider that answers immediately, or with a stream at the requested pace. Its argument is the port. */
const JSON_HEAD = { 'content-type': 'application/json' } as const;
const PLAIN_HEAD = { ...JSON_HEAD, 'content-length': PLAIN_ANSWER.length };
const FAULT = JSON.stringify({ error: { type: 'server_error', message: 'It was asked to fail.' } });
const LATE_MS = 200;

createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const askedAt = sharedMicros();
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.method !== 'POST') return void response.end();
    const { prompt, pace } = askedIn(Buffer.concat(chunks).toString());
    if (pace !== undefined) void stream(response, wireAt(request.url ?? ''), pace, askedAt);
    else if (prompt === FAILED) response.writeHead(500, JSON_HEAD).end(FAULT);
    else if (prompt === LATE) setTimeout(() => response.writeHead(200, PLAIN_HEAD).end(PLAIN_ANSWER), LATE_MS);
    else response.writeHead(200, PLAIN_HEAD).end(PLAIN_ANSWER);
  });
}).listen({ host: '127.0.0.1', port: Number(process.argv[2]) });

async function stream(response: ServerResponse, wire: Wire, { frames, everyMs }: Pace, askedAt: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', [ASKED_AT]: askedAt });
  response.write(openingOf(wire));
  const startedAt = performance.now();
  for (let frame = 1; frame <= frames && !response.destroyed; frame += 1) {
    await delay(Math.max(0, startedAt + frame * everyMs - performance.now()));
    response.write(frameOf(wire, sharedMicros()));
  }
  response.end(endingOf(wire, frames));
}
