import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createCodecApp, type CodecAppParts } from '../../../../runtime/payloads/codec-app.ts';
import { createPayloadCodec } from '../../../../runtime/payloads/payload-codec.ts';

const PASSWORD = 'correct horse battery staple';
const UI = 'http://127.0.0.1:8233';
const KEY = { id: 'a', key: Buffer.alloc(32, 1) };
const clock = { now: () => new Date('2026-11-01T00:00:00.000Z') };
const codec = createPayloadCodec({ payloadKeys: [KEY], encryptsPayloads: true, plainPayloadsUntil: undefined }, clock);

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const basic = (user: string, password: string): string => `Basic ${base64(`${user}:${password}`)}`;
const PLAIN = { metadata: { encoding: base64('json/plain') }, data: base64('"Montclair"') };

/** Opens the endpoint, and records its log. */
function open(parts: Partial<CodecAppParts> = {}): { app: FastifyInstance; log: string[] } {
  const log: string[] = [];
  const app = createCodecApp({
    codec,
    namespace: 'truetally',
    password: PASSWORD,
    uiOrigin: UI,
    build: { version: '0.2.0', commit: '5ef0e29b' },
    loggerInstance: pino({ level: 'trace' }, { write: (line: string) => void log.push(line) }),
    ...parts,
  });
  return { app, log };
}

const HEADERS = {
  'content-type': 'application/json',
  'x-namespace': 'truetally',
  authorization: basic('operator', PASSWORD),
};

const ask = (app: FastifyInstance, request: InjectOptions): Promise<LightMyRequestResponse> =>
  app.inject({ method: 'POST', url: '/decode', headers: HEADERS, payload: { payloads: [PLAIN] }, ...request });

async function encrypted(app: FastifyInstance): Promise<unknown> {
  const answer = await ask(app, { url: '/encode' });
  return answer.json<{ payloads: unknown[] }>().payloads[0];
}

describe('the codec endpoint', () => {
  it('encrypts and decrypts payloads in the JSON of Protocol Buffers, next to plain ones', async () => {
    const { app } = open();
    const payload = await encrypted(app);
    expect(payload).toEqual({
      metadata: { encoding: base64('binary/encrypted'), 'encryption-key-id': base64('a') },
      data: expect.stringMatching(/^[A-Za-z0-9+/]+={0,2}$/) as string,
    });
    const other = { ...PLAIN, externalPayloads: [{ sizeBytes: '3' }] };
    const answer = await ask(app, { payload: { payloads: [payload, other] } });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ payloads: [PLAIN, other] });
    expect((await ask(app, { url: '/encode', payload: { payloads: [payload] } })).json()).toEqual({
      payloads: [payload],
    });
  });

  it('keeps a payload encrypted if it lacks the key, and decrypts the others', async () => {
    const foreign = { id: 'lost', key: Buffer.alloc(32, 2) };
    const elsewhere = createPayloadCodec(
      { payloadKeys: [foreign], encryptsPayloads: true, plainPayloadsUntil: undefined },
      clock,
    );
    const lost = await encrypted(open({ codec: elsewhere }).app);
    const { app, log } = open();
    const answer = await ask(app, { payload: { payloads: [lost, await encrypted(app)] } });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ payloads: [lost, PLAIN] });
    expect(log.join('')).toContain('the key `lost`, which TRUETALLY_PAYLOAD_KEYS does not contain');
  });

  it.each([
    ['nobody', ''],
    ['another user', basic('admin', PASSWORD)],
    ['another password', basic('operator', `${PASSWORD}r`)],
    ['no password', basic('operator', '')],
    ['a token', `Bearer ${PASSWORD}`],
    ['no base64', 'Basic ???'],
  ])('requires the password from %s', async (_who, authorization) => {
    const { app } = open();
    const answer = await ask(app, { headers: { ...HEADERS, authorization } });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Basic realm="truetally payloads", charset="UTF-8"');
    expect(answer.json()).toEqual({ detail: 'Give the user `operator` and the password TRUETALLY_CODEC_PASSWORD.' });
    const page = await app.inject({ method: 'GET', url: '/', headers: { authorization } });
    expect(page.statusCode).toBe(401);
  });

  it('requires no password if none is set', async () => {
    const { app } = open({ password: undefined });
    expect((await ask(app, { headers: { ...HEADERS, authorization: '' } })).statusCode).toBe(200);
  });

  it.each(['', 'default', 'truetally,truetally'])('refuses the namespace “%s”', async (namespace) => {
    const answer = await ask(open().app, { headers: { ...HEADERS, 'x-namespace': namespace } });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toEqual({
      detail: 'Name the namespace `truetally` in `x-namespace`; there is no other here.',
    });
  });

  it('permits a browser of the UI, without a password', async () => {
    const answer = await open().app.inject({
      method: 'OPTIONS',
      url: '/decode',
      headers: {
        origin: UI,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-namespace',
      },
    });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': UI,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'authorization, content-type, x-namespace',
      vary: 'Origin',
    });
  });

  it('lets the UI read answers and refusals equally', async () => {
    for (const [authorization, status] of [
      [HEADERS.authorization, 200],
      ['', 401],
    ] as const) {
      const answer = await ask(open().app, { headers: { ...HEADERS, authorization, origin: UI } });
      expect(answer.statusCode).toBe(status);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': UI,
        'access-control-allow-credentials': 'true',
        'cache-control': 'no-store',
      });
    }
  });

  it.each(['http://localhost:8233', 'http://127.0.0.1:8234', 'https://127.0.0.1:8233', 'null', ''])(
    'refuses pages from “%s”',
    async (origin) => {
      for (const method of ['POST', 'OPTIONS'] as const) {
        const answer = await ask(open().app, { method, headers: { ...HEADERS, origin } });
        expect(answer.statusCode).toBe(403);
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
        expect(answer.json()).toEqual({ detail: 'Only the Temporal UI of this installation is allowed.' });
      }
    },
  );

  it('refuses every page if no UI is configured', async () => {
    const answer = await ask(open({ uiOrigin: undefined }).app, { headers: { ...HEADERS, origin: UI } });
    expect(answer.statusCode).toBe(403);
  });

  it.each([
    ['a body that is not JSON', '{"payloads": [Montclair', 400],
    ['no payloads', '{}', 400],
    ['an invalid payload', '{"payloads": ["Montclair"]}', 400],
    ['bytes that are not base64', '{"payloads": [{"data": "Montclair!"}]}', 400],
    ['more than 8 MiB', JSON.stringify({ payloads: [{ data: 'A'.repeat(9 * 1024 * 1024) }] }), 413],
  ])('refuses %s, and quotes nothing of it', async (_what, payload, status) => {
    const { app, log } = open();
    const answer = await ask(app, { payload });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toEqual({ detail: 'Send `{"payloads": […]}` as JSON, of at most 8 MiB.' });
    expect(log.join('')).not.toContain('Montclair');
  });

  it('refuses a form, which a browser sends without a preflight', async () => {
    const answer = await ask(open().app, {
      headers: { ...HEADERS, 'content-type': 'text/plain' },
      payload: '{"payloads":[]}',
    });
    expect(answer.statusCode).toBe(415);
  });

  it('logs no payload and no password', async () => {
    const { app, log } = open();
    const payload = (await encrypted(app)) as { data: string };
    await ask(app, { payload: { payloads: [payload] } });
    const lines = log.join('');
    expect(lines).toContain('/decode');
    for (const secret of ['Montclair', PLAIN.data, payload.data, PASSWORD, base64(`operator:${PASSWORD}`)])
      expect(lines).not.toContain(secret);
  });

  it('is healthy without a password, and has no other path', async () => {
    const { app } = open();
    expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok', version: '0.2.0', commit: '5ef0e29b' });
    const { authorization } = HEADERS;
    expect((await app.inject({ url: '/', headers: { authorization } })).statusCode).toBe(200);
    const elsewhere = await app.inject({ url: '/payloads', headers: { authorization } });
    expect(elsewhere.statusCode).toBe(404);
    expect(elsewhere.json()).toEqual({ detail: 'There are POST /decode and POST /encode.' });
  });
});
