import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** The amount that a call was billed, and the time. */
export interface BilledCall {
  readonly traceId: string;
  readonly nanos: number;
  /** Unix milliseconds. */
  readonly at: number;
}

/** A model provider that stores its bill. */
export interface BillingProvider {
  readonly url: string;
  readonly bill: readonly BilledCall[];
  close(): Promise<void>;
}

interface AskedOfProvider {
  readonly model: string;
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
}

const OUTPUT_TOKENS = 50;
const MIN_INPUT_TOKENS = 100;
/** The costs of calls differ, so that no call can replace another in the totals. */
const INPUT_SPREAD = 50;
/** The prices of gpt-5-mini: 0.25 and 2 USD per million tokens. */
const NANOS_OF_INPUT = 250;
const NANOS_OF_OUTPUT = 2_000;
const WORDS = ['One', ' two', ' three', ' four.'];
const PAUSE_MS = 15;

/**
 * Starts the provider. It bills each call in full as soon as it has read the call, as providers do, even if no caller
 * receives the answer. It identifies calls by their `traceparent`.
 */
export async function startBillingProvider(): Promise<BillingProvider> {
  const bill: BilledCall[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as AskedOfProvider;
    const traceId = parseTraceId(String(request.headers['traceparent']));
    const input = MIN_INPUT_TOKENS + (bill.length % INPUT_SPREAD);
    bill.push({ traceId, nanos: input * NANOS_OF_INPUT + OUTPUT_TOKENS * NANOS_OF_OUTPUT, at: Date.now() });
    const usage = { prompt_tokens: input, completion_tokens: OUTPUT_TOKENS, total_tokens: input + OUTPUT_TOKENS };
    await delay(PAUSE_MS);
    if (asked.stream === true) return stream(response, asked, usage);
    const message = { role: 'assistant', content: WORDS.join('') };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ model: asked.model, choices: [{ index: 0, message, finish_reason: 'stop' }], usage }));
  };
  const server = createServer((request, response) => {
    // The caller may have been killed.
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port: 0 }, resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    bill,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function stream(response: ServerResponse, asked: AskedOfProvider, usage: object): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const say = (data: object): boolean => response.write(`data: ${JSON.stringify(data)}\n\n`);
  for (const content of WORDS) {
    say({ model: asked.model, choices: [{ index: 0, delta: { content } }] });
    await delay(PAUSE_MS);
  }
  say({ model: asked.model, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  if (asked.stream_options?.include_usage === true) say({ model: asked.model, choices: [], usage });
  response.end('data: [DONE]\n\n');
}

/** The trace id of `00-<trace id>-<parent id>-<flags>`. */
export function parseTraceId(traceparent: string): string {
  return traceparent.split('-')[1] ?? '';
}
