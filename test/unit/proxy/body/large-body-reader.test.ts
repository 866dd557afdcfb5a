import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { LargeBodyReader, type BodyReadOrder } from '../../../../proxy/body/large-body-reader.ts';
import { readCall, type RequestFacts, type CallHead } from '../../../../proxy/request/read-call.ts';
import type { GatewayError } from '../../../../proxy/call/gateway-error.ts';
import { bundledProgram } from '../../../../testing/processes/bundled-programs.ts';
import { FairWorker } from '../../../../runtime/fair-worker.ts';
import type { GatewayOptions } from '../../../../testing/gateway/gateway-options.ts';
import { openGatewayWorld, type GatewayWorld } from '../../../../testing/gateway/gateway-world.ts';

const AS: CallHead = {
  named: undefined,
  endpoint: 'messages',
  stepClass: undefined,
  wanted: {
    isLimited: true,
    isRouted: true,
    isSentElsewhere: true,
    cacheRules: [
      ...[{ id: 'a', kind: 'semantic', mode: 'serve', ttlMs: 1, models: undefined, endpoints: undefined } as const].map(
        (rule) => ({ ...rule, stepClasses: undefined, similarity: undefined }),
      ),
    ],
    keepsWords: true,
  },
};

const TURN = { share: 'k', isGone: () => false };
const ends: string[] = [];
let threads: FairWorker<BodyReadOrder, RequestFacts | GatewayError> | undefined;
let world: GatewayWorld | undefined;
afterEach(async () => {
  await threads?.close();
  await world?.close();
  [threads, world] = [undefined, undefined];
  ends.length = 0;
});

const shared = (bytes: Buffer): Buffer => {
  const copy = Buffer.from(new SharedArrayBuffer(bytes.length));
  bytes.copy(copy);
  return copy;
};

function read(pieces: readonly Buffer[]): Promise<RequestFacts | GatewayError> {
  threads ??= new FairWorker({
    program: bundledProgram('proxy/body/read-in-thread.ts'),
    ...{ threads: 1, maxMs: 30_000, memory: {} },
  });
  return new LargeBodyReader({ threads, ended: (end) => void ends.push(end) }).read({ pieces, as: AS }, TURN);
}

describe('a large body', () => {
  it('is read by a thread like in this process', async () => {
    const text = `{"model":"claude-haiku-4-5","stream":true,"max_tokens":9,"messages":[{"role":"user","content":"${'é 1 '.repeat(400_000)}"}]}`;
    const body = Buffer.from(text);
    const pieces = [0, 1, 2, 3].map((index) => shared(body.subarray(index * 400_001, (index + 1) * 400_001)));
    expect(await read([...pieces, shared(body.subarray(4 * 400_001))])).toEqual(
      JSON.parse(JSON.stringify(readCall(body, AS)), (_, value: unknown) => revived(value)),
    );
  });

  it('that is not JSON is refused like in this process', async () => {
    const body = Buffer.from('{"model":"claude-haiku-4-5","a":tru}');
    expect(await read([body])).toEqual(readCall(body, AS));
  });

  it.each([
    [false, 'unread'],
    [true, 'gone'],
  ] as const)(
    'without a result of its thread is refused, and counted: its caller disconnected %s',
    async (isGone, end) => {
      const failing = { run: () => Promise.reject(new Error('The thread ended.')) };
      const bodies = new LargeBodyReader({ threads: failing, ended: (one) => void ends.push(one) });
      const answer = await bodies.read({ pieces: [], as: AS }, { share: 'k', isGone: () => isGone });
      expect([answer, ends]).toMatchObject([{ status: 503, type: 'overloaded_error' }, [end]]);
    },
  );
});

/** Bytes from JSON, as a worker sends them. */
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

  it('is passed on byte for byte, with its length, and releases its memory', async () => {
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

  it('is sent to the model of its tier, and again if its provider refuses it', async () => {
    const seen: [string | undefined, string][] = [];
    const { at, token } = await open(
      (request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const arrived = Buffer.concat(chunks);
          seen.push([request.headers['content-length'], arrived.subarray(-20).toString()]);
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

  it('with many values is read by a thread, even with few bytes', async () => {
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

  it('that no thread could read is refused with its row, and releases its reservations', async () => {
    const limits = [{ id: 'at-once', node: 'organization', concurrency: 2 }] as const;
    const { at, token } = await open(() => undefined, { readingProgram: '/nowhere.mjs', governance: { limits } });
    const answer = await fetch(`${at.origin}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new Uint8Array(body),
    });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await answer.json()).toMatchObject({ error: { type: 'overloaded_error' } });
    await expect.poll(() => at.bodies.bytes).toBe(0);
    expect(at.rows().at(-1)).toMatchObject({ status: 'refused', terminal_kind: 'overloaded_error', attempt_count: 0 });
    await at.governor?.close();
    expect(at.leases.counters.get('at-once organization:org_1')).toEqual({ settled: 0, leased: 0 });
  });
});
