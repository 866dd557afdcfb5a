import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LargeBodies } from '../../../../proxy/body/large-bodies.ts';
import { readCall, type AskedCall, type ReadAs } from '../../../../proxy/read-call.ts';
import type { GatewayError } from '../../../../proxy/refusal.ts';
import { bundledProgram } from '../../../support/processes/bundled-programs.ts';
import { openGatewayWorld, type GatewayOptions, type GatewayWorld } from '../../../support/gateway/gateway-world.ts';

const FAILING = join(import.meta.dirname, 'failing-worker.mjs');
const AS: ReadAs = {
  endpoint: 'messages',
  stepClass: undefined,
  wanted: {
    isLimited: true,
    isRouted: true,
    cacheRules: [
      ...[{ id: 'a', kind: 'semantic', mode: 'serve', ttlMs: 1, models: undefined, endpoints: undefined } as const].map(
        (rule) => ({ ...rule, stepClasses: undefined, likeness: undefined }),
      ),
    ],
    keepsWords: true,
  },
};

let bodies: LargeBodies | undefined;
let world: GatewayWorld | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await bodies?.close();
  await world?.close();
  [bodies, world] = [undefined, undefined];
});

const shared = (bytes: Buffer): Buffer => {
  const copy = Buffer.from(new SharedArrayBuffer(bytes.length));
  bytes.copy(copy);
  return copy;
};

function read(
  pieces: readonly Buffer[],
  { keyId = 'k', isGone = (): boolean => false } = {},
): Promise<AskedCall | GatewayError> {
  bodies ??= new LargeBodies(bundledProgram('proxy/body/read-in-worker.ts'));
  return new Promise((resolve) => bodies?.read({ pieces, as: AS, keyId, isGone }, resolve));
}

describe('a large body', () => {
  it('is read by the worker as it would be read here', async () => {
    const said = `{"model":"claude-haiku-4-5","stream":true,"max_tokens":9,"messages":[{"role":"user","content":"${'é 1 '.repeat(400_000)}"}]}`;
    const body = Buffer.from(said);
    const pieces = [0, 1, 2, 3].map((index) => shared(body.subarray(index * 400_001, (index + 1) * 400_001)));
    expect(await read([...pieces, shared(body.subarray(4 * 400_001))])).toEqual(
      JSON.parse(JSON.stringify(readCall(body, AS)), (_, value: unknown) => revived(value)),
    );
  });

  it('that is no JSON is refused as it would be here', async () => {
    const body = Buffer.from('{"model":"claude-haiku-4-5","a":tru}');
    expect(await read([body])).toEqual(readCall(body, AS));
  });

  it.each(['ends', 'throws'])('whose worker %s is refused alone, and those behind it are read', async (model) => {
    bodies = new LargeBodies(FAILING);
    const said = [model, 'plain', model, 'plain'].map((name) => read([Buffer.from(`{"model":"${name}"}`)]));
    expect((await Promise.all(said)).map((one) => ('status' in one ? one.status : one.model))).toEqual([
      503,
      'plain',
      503,
      'plain',
    ]);
  });

  it('whose worker says nothing for 30 seconds is refused, and the next one is read by another', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    bodies = new LargeBodies(FAILING);
    const [silent, next] = ['is silent', 'plain'].map((name) => read([Buffer.from(`{"model":"${name}"}`)]));
    vi.advanceTimersByTime(30_000);
    expect([await silent, await next]).toMatchObject([{ status: 503, type: 'overloaded_error' }, { model: 'plain' }]);
  });

  // One is read at once; of the others, keys take turns.
  it('waits behind one body of each other key, and not behind all of them', async () => {
    const order: string[] = [];
    const body = (name: string): Buffer => Buffer.from(`{"model":"${name}"}`);
    const wait = async (keyId: string, name: string): Promise<void> => {
      await read([body(name)], { keyId });
      order.push(name);
    };
    await Promise.all([wait('a', 'a1'), wait('a', 'a2'), wait('a', 'a3'), wait('b', 'b1'), wait('c', 'c1')]);
    expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
  });

  it('is refused where a key has many of them wait, and dropped where nobody waits', async () => {
    const body = Buffer.from('{"model":"m"}');
    const many = Array.from({ length: 18 }, () => read([body]));
    const said = await Promise.all([
      ...many,
      read([body], { keyId: 'other' }),
      read([body], { keyId: 'x', isGone: () => true }),
    ]);
    expect(said.map((one) => ('model' in one ? 'read' : one.status))).toEqual([
      ...Array.from({ length: 17 }, () => 'read'),
      503,
      'read',
      503,
    ]);
  });
});

/** Bytes that JSON wrote, as a worker tells them. */
function revived(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('type' in value) || value.type !== 'Buffer') return value;
  return new Uint8Array((value as unknown as { data: number[] }).data);
}

const ANSWER = JSON.stringify({ model: 'gpt-5-mini', choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } });

async function open(provider: RequestListener, options: Partial<GatewayOptions> = {}) {
  world = await openGatewayWorld({ provider, ...options });
  return { at: world, token: await world.mint() };
}

describe('a large body through the gateway', () => {
  const body = Buffer.from(
    `{"messages":[{"role":"user","content":"${'Hello, Wörld! '.repeat(300_000)}"}],"model" : "gpt-5-mini"}`,
  );
  const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

  it('goes on byte for byte, with its length, and gives back its room', async () => {
    const seen: { length: string | undefined; digest: string }[] = [];
    const { at, token } = await open((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        seen.push({ length: request.headers['content-length'], digest: digest(Buffer.concat(chunks)) });
        response.writeHead(200, { 'content-type': 'application/json' }).end(ANSWER);
      });
    });
    const answer = await fetch(`${at.origin}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new Uint8Array(body),
    });
    expect([answer.status, await answer.text()]).toEqual([200, ANSWER]);
    expect(seen).toEqual([{ length: String(body.length), digest: digest(body) }]);
    await expect.poll(() => at.bodies.bytes).toBe(0);
    expect(at.rows().at(-1)).toMatchObject({ event: 'request_terminal', status: 'succeeded' });
  });

  it('goes to the model of its tier, and again where its provider refuses it', async () => {
    const seen: [string | undefined, string][] = [];
    const { at, token } = await open(
      (request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const said = Buffer.concat(chunks);
          seen.push([request.headers['content-length'], said.subarray(-20).toString()]);
          if (seen.length === 1) response.writeHead(429, { 'retry-after': '0' }).end('{}');
          else response.writeHead(200, { 'content-type': 'application/json' }).end(ANSWER);
        });
      },
      {
        mode: 'route',
        routing: {
          tiers: [{ name: 'small', model: 'gpt-5-mini' }],
          default_tier: 'small',
          retries: { attempts: 2 },
        },
      } as unknown as Partial<GatewayOptions>,
    );
    const asked = Buffer.from(body.toString().replace('"gpt-5-mini"', '"gpt-5-nano"'));
    const answer = await fetch(`${at.origin}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new Uint8Array(asked),
    });
    expect([answer.status, await answer.text()]).toEqual([200, ANSWER]);
    expect(seen).toEqual([
      [String(asked.length), '"model" : "gpt-5-mini"}'.slice(-20)],
      [String(asked.length), '"model" : "gpt-5-mini"}'.slice(-20)],
    ]);
  });

  it('of many values is read by the worker, however few bytes it has', async () => {
    const { at, token } = await open((request, response) => {
      request.resume();
      request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(ANSWER));
    });
    const many = `{"model":"gpt-5-mini","messages":[${'[],'.repeat(30_000)}[]]}`;
    const answer = await fetch(`${at.origin}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: many,
    });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(ANSWER);
  });
});
