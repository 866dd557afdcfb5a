import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { GatewayOptions } from '../../../../testing/gateway/gateway-options.ts';
import { openGatewayWorld, type GatewayWorld } from '../../../../testing/gateway/gateway-world.ts';
import { ofKind } from './of-kind.ts';

const ASK = { model: 'claude-haiku-4-5', max_tokens: 10, messages: [{ role: 'user', content: 'Hello, you there' }] };

let world: GatewayWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

async function open(options: GatewayOptions): Promise<GatewayWorld> {
  return (world = await openGatewayWorld(options));
}

describe('a stream', () => {
  const event = (data: object): string => `event: x\ndata: ${JSON.stringify(data)}\n\n`;
  const START = event({
    type: 'message_start',
    message: { model: 'claude-haiku-4-5', usage: { input_tokens: 1_000, output_tokens: 1 } },
  });
  const delta = (text: string): string => event({ type: 'content_block_delta', delta: { type: 'text_delta', text } });
  const END = event({ type: 'message_delta', usage: { output_tokens: 300 } }) + event({ type: 'message_stop' });

  /** A provider that sends pieces on request. */
  function streaming() {
    const held: { response?: ServerResponse; closed?: true } = {};
    const listener = (request: IncomingMessage, response: ServerResponse): void => {
      request.resume();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      response.on('close', () => (held.closed = true));
      held.response = response;
    };
    return { held, listener };
  }

  /** Requests a stream; resolves to its head. */
  function ask(origin: string, token: string): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const asking = httpRequest(`${origin}/v1/messages`, { method: 'POST', headers: { 'x-api-key': token } }, resolve);
      asking.on('error', reject);
      asking.end(JSON.stringify({ ...ASK, stream: true }));
    });
  }

  it('is passed on piece by piece, and its admission is stored before it ends', async () => {
    const { held, listener } = streaming();
    const { origin, mint, rows } = await open({ provider: listener });
    const answer = await ask(origin, await mint());
    expect(rows().map((row) => row.event)).toEqual(['request_admitted']);
    const pieces: string[] = [];
    let rowsAtEnd: string[] = [];
    answer.on('data', (chunk: Buffer) => pieces.push(chunk.toString()));
    answer.on('end', () => (rowsAtEnd = rows().map((row) => row.event)));
    held.response?.write(START);
    await expect.poll(() => pieces.join('')).toBe(START);
    held.response?.write(delta('Hel'));
    await expect.poll(() => pieces.join('')).toBe(START + delta('Hel'));
    held.response?.end(END);
    await expect.poll(() => rowsAtEnd.length).toBe(4);
    expect(pieces.join('')).toBe(START + delta('Hel') + END);
    expect(ofKind(rows(), 'attempt')).toMatchObject([
      { input_tokens: 1_000, output_tokens: 300, usage_source: 'provider' },
    ]);
    const [terminal] = ofKind(rows(), 'request_terminal');
    expect(terminal).toMatchObject({ status: 'succeeded', streaming: true });
    expect(terminal?.first_output_ms).toBeGreaterThan(0);
  });

  it('whose caller disconnects ends the call, and is priced by the streamed part', async () => {
    const { held, listener } = streaming();
    const { origin, mint, rows } = await open({ provider: listener });
    const answer = await ask(origin, await mint());
    held.response?.write(START + delta('x'.repeat(400)));
    await new Promise((resolve) => answer.once('data', resolve));
    answer.destroy();
    await expect.poll(() => held.closed).toBe(true);
    await expect.poll(() => ofKind(rows(), 'request_terminal').length).toBe(1);
    expect(ofKind(rows(), 'request_terminal')).toMatchObject([{ status: 'cancelled', terminal_kind: 'caller_gone' }]);
    // The provider's statement of the input remains, and 400 characters are about 100 tokens.
    expect(ofKind(rows(), 'attempt')).toMatchObject([
      { input_tokens: 1_000, output_tokens: 100, usage_source: 'gateway', output_state: 'partial' },
    ]);
    expect(ofKind(rows(), 'cost_effect')).toMatchObject([{ price_state: 'priced', nanos: '1500000', estimated: true }]);
  });

  it('that the provider interrupts is also interrupted for the caller', async () => {
    const { held, listener } = streaming();
    const { origin, mint, rows } = await open({ provider: listener });
    const answer = await ask(origin, await mint());
    held.response?.write(START + delta('Hello'));
    await new Promise((resolve) => answer.once('data', resolve));
    const broken = new Promise((resolve) => answer.once('error', resolve));
    held.response?.destroy();
    expect(await broken).toMatchObject({ code: 'ECONNRESET' });
    expect(ofKind(rows(), 'request_terminal')).toMatchObject([{ status: 'partial', terminal_kind: 'answer_cut_off' }]);
    expect(ofKind(rows(), 'cost_effect')).toMatchObject([{ price_state: 'priced', estimated: true }]);
  });

  it('that continues while the process stops is interrupted at the time limit, and has its row', async () => {
    const { held, listener } = streaming();
    const { origin, mint, rows, plane } = await open({ provider: listener });
    const answer = await ask(origin, await mint());
    answer.on('error', () => undefined);
    held.response?.write(START + delta('Hello'));
    await new Promise((resolve) => answer.once('data', resolve));
    expect(await plane.drain({ delayMs: 0, drainMs: 20 })).toBe(false);
    expect(ofKind(rows(), 'request_terminal')).toMatchObject([{ status: 'failed', terminal_kind: 'shutdown' }]);
    expect(plane.inFlight).toBe(0);
  });
});
