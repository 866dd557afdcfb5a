import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GatewayOptions } from './gateway-options.ts';
import type { GatewayWorld } from './gateway-world.ts';

const USAGE = { input_tokens: 1_000, output_tokens: 500 };

/** The events of a streamed answer. */
export const STREAM_EVENTS = [
  { type: 'message_start', message: { model: 'claude-haiku-4-5', usage: { input_tokens: 1_000, output_tokens: 1 } } },
  { type: 'content_block_delta', delta: { type: 'text_delta', text: 'Hel' } },
  { type: 'content_block_delta', delta: { type: 'text_delta', text: 'lo' } },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 500 } },
  { type: 'message_stop' },
].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);

/** Creates a provider that answers with the number of the call, as a stream if requested. */
export function createNumberingProvider(): GatewayOptions['provider'] & { calls: number } {
  const provider = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      provider.calls += 1;
      const asked = JSON.parse(Buffer.concat(chunks).toString()) as { stream?: boolean };
      if (asked.stream === true) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (const event of STREAM_EVENTS) response.write(event);
        response.end();
        return;
      }
      const document = { id: `msg_${provider.calls}`, model: 'claude-haiku-4-5', usage: USAGE };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
    });
  };
  provider.calls = 0;
  return provider;
}

export interface CacheAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly status: number;
}

/** Sends a call, and waits until all writes to the cache have ended. */
export async function sendCall(
  { origin, cacheStore }: GatewayWorld,
  token: string,
  body: object,
  { path = '/v1/messages', ...headers }: Record<string, string> = {},
): Promise<CacheAnswer> {
  const answer = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  // The gateway passes an answer to the cache after its last byte.
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  await cacheStore?.close();
  const own = [...answer.headers].filter(([name]) => name.startsWith('x-tt-') || name === 'content-type');
  return { status: answer.status, headers: Object.fromEntries(own), body: text };
}

export const cacheStatus = (got: CacheAnswer): string | undefined => got.headers['x-tt-cache'];
