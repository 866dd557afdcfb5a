import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { openGatewayWorld, type GatewayWorld } from '../../../../testing/gateway/gateway-world.ts';

let world: GatewayWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

const LIMITS = [
  { id: 'money', node: 'organization', budget_usd: 10, per: 'month' },
  { id: 'tokens', node: 'organization', tokens: 10_000_000, per: 'month' },
] as const;

/** Opens a gateway in front of a provider whose streams `write` creates. */
async function open(write: (response: ServerResponse) => void): Promise<GatewayWorld> {
  world = await openGatewayWorld({
    governance: { limits: LIMITS },
    provider: (request, response) => {
      request.resume();
      request.on('end', () => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        write(response);
      });
    },
  });
  return world;
}

async function ask({ origin, mint }: GatewayWorld, path: string, body: object): Promise<Response> {
  const headers = { authorization: `Bearer ${await mint()}` };
  return fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify({ stream: true, ...body }) });
}

/** The charged and the reserved amounts. */
async function charged({ plane, governor, leases, rows }: GatewayWorld): Promise<Record<string, [number, number]>> {
  await plane.drain({ delayMs: 0, drainMs: 1_000 });
  await governor?.close();
  const noted = (rows()[0] as { noted: Record<string, string> }).noted;
  const settled = (id: string): number => leases.counters.get(`${id} organization:org_1`)?.settled ?? 0;
  return {
    money: [settled('money'), Number(noted['reserved_nano_usd'])],
    tokens: [settled('tokens'), Number(noted['reserved_tokens'])],
  };
}

const CHAT = {
  model: 'gpt-5-mini',
  reasoning_effort: 'high',
  max_completion_tokens: 8_000,
  messages: [{ role: 'user', content: 'What is 6 times 7?' }],
};
const event = (data: unknown): string => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

describe('a stream without usage', () => {
  it('is charged its reservation, and not its visible text', async () => {
    const gateway = await open((response) => {
      response.write(event({ model: 'gpt-5-mini', choices: [{ delta: { content: '42' } }] }));
      response.end(event({ choices: [{ delta: {}, finish_reason: 'stop' }] }) + event('[DONE]'));
    });
    await (await ask(gateway, '/v1/chat/completions', CHAT)).text();
    const { money, tokens } = await charged(gateway);
    expect(money![0]).toBe(money![1]);
    expect(money![0]).toBeGreaterThanOrEqual(8_000 * 2_000);
    expect(tokens![0]).toBe(tokens![1]);
    // The row has the observed usage, as an estimate.
    expect(gateway.rows().find((row) => row.event === 'cost_effect')).toMatchObject({ estimated: true, nanos: '3500' });
  });

  it('is charged its stated usage', async () => {
    const gateway = await open((response) => {
      response.write(event({ model: 'gpt-5-mini', choices: [{ delta: { content: '42' }, finish_reason: 'stop' }] }));
      response.end(event({ choices: [], usage: { prompt_tokens: 15, completion_tokens: 7_000 } }) + event('[DONE]'));
    });
    await (await ask(gateway, '/v1/chat/completions', CHAT)).text();
    const { money, tokens } = await charged(gateway);
    expect([money![0], tokens![0]]).toEqual([15 * 250 + 7_000 * 2_000, 7_015]);
  });

  it('is charged its reservation if its caller disconnects before the usage', async () => {
    const gateway = await open((response) => {
      const usage = { input_tokens: 15, output_tokens: 1 };
      response.write(event({ type: 'message_start', message: { model: 'claude-haiku-4-5', usage } }));
      response.write(event({ type: 'content_block_delta', delta: { text: 'All of it.' } }));
    });
    const body = { model: 'claude-haiku-4-5', max_tokens: 16_000, messages: [{ role: 'user', content: 'Think.' }] };
    const answer = await ask(gateway, '/v1/messages', body);
    const reader = answer.body!.getReader();
    await reader.read();
    await reader.cancel();
    await expect.poll(() => gateway.rows().some((row) => row.event === 'request_terminal')).toBe(true);
    const { money, tokens } = await charged(gateway);
    expect(money![0]).toBe(money![1]);
    expect(money![0]).toBeGreaterThanOrEqual(16_000 * 5_000);
    expect(tokens![0]).toBe(tokens![1]);
  });
});

describe('a member without a limit', () => {
  it('is refused under a limit of money or tokens, with the reason in the row', async () => {
    const gateway = await open((response) => response.end());
    const answer = await ask(gateway, '/v1/chat/completions', { ...CHAT, max_completion_tokens: '128000' });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: {
        type: 'invalid_request_error',
        message:
          'The member `max_completion_tokens` must be a whole number from 1 to 1000000000. A limit on tokens or money ' +
          'applies to this request and reserves the most that it can use. Send a whole number, or leave the member out.',
      },
    });
    expect(gateway.rows().at(-1)).toMatchObject({ status: 'refused', terminal_kind: 'invalid_request_error' });
    expect([...gateway.leases.counters.values()].every(({ settled }) => settled === 0)).toBe(true);
  });

  it('is sent to the provider if no limit of money or tokens applies', async () => {
    world = await openGatewayWorld({
      governance: { limits: [{ id: 'calls', node: 'organization', requests: 10, per: 'hour' }] },
      provider: (request, response) => {
        request.resume();
        request.on('end', () => response.writeHead(422).end());
      },
    });
    expect((await ask(world, '/v1/chat/completions', { ...CHAT, n: '50' })).status).toBe(422);
  });
});
