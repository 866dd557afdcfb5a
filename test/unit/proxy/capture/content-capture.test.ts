import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import {
  ContentRefused,
  type CapturedContent,
  type ContentStore,
} from '../../../../contracts/ingest/events/captured-content.ts';
import { MAX_CONTENT_CHARACTERS } from '../../../../contracts/ingest/events/content.ts';
import { ContentCapture } from '../../../../proxy/capture/content-capture.ts';
import type { GatewayOptions } from '../../../../testing/gateway/gateway-options.ts';
import { WORLD_NOW, openGatewayWorld, type GatewayWorld } from '../../../../testing/gateway/gateway-world.ts';
import { TEST_LEAF } from '../../../../testing/gateway/test-keys.ts';
import { createFakeCacheStores } from '../../../../testing/gateway/fake-cache-stores.ts';

const ASK = { model: 'claude-haiku-4-5', max_tokens: 10, messages: [{ role: 'user', content: 'Hello?' }] };
const ASKED = '[{"role":"user","content":"Hello?"}]';
const OF = { workspaceId: TEST_LEAF.workspaceId, admittedAt: WORLD_NOW };

let world: GatewayWorld | undefined;
afterEach(async () => {
  await world?.close();
  [world, token] = [undefined, undefined];
});

interface Kept {
  readonly kept: CapturedContent[];
  readonly contents: Pick<ContentStore, 'keep' | 'wanted'>;
}

function keeping(wanted = { request: true, response: true }): Kept {
  const kept: CapturedContent[] = [];
  return { kept, contents: { wanted, keep: (content) => Promise.resolve(void kept.push(content)) } };
}

async function open(provider: RequestListener, options: Omit<GatewayOptions, 'provider'>): Promise<GatewayWorld> {
  world = await openGatewayWorld({ provider, ...options });
  return world;
}

/** A provider that reads a request to its end, and then answers. */
const answering =
  (answer: (response: Parameters<RequestListener>[1]) => void): RequestListener =>
  (request, response) => {
    request.resume();
    request.on('end', () => answer(response));
  };

const saying = (text: string, status = 200): RequestListener =>
  answering((response) => {
    const body = JSON.stringify({
      model: ASK.model,
      content: [{ type: 'text', text }],
      usage: { input_tokens: 1, output_tokens: 1 },
    });
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });

const event = (data: object): string => `event: x\ndata: ${JSON.stringify(data)}\n\n`;
const PIECE = event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hel' } });
const REST =
  event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'lo.' } }) +
  event({ type: 'message_delta', usage: { input_tokens: 1, output_tokens: 1 } }) +
  event({ type: 'message_stop' });

let token: Promise<string> | undefined;

async function post(at: GatewayWorld, body: object = ASK): Promise<Response> {
  token ??= at.mint();
  return fetch(`${at.origin}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': await token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

describe('captured content of a call', () => {
  it('is stored under its request', async () => {
    const { kept, contents } = keeping();
    const at = await open(saying('Hello.'), { contents });
    await (await post(at)).text();
    expect([await at.lost(), kept]).toEqual([[], [{ ...OF, requestId: 'greq_1', request: ASKED, response: 'Hello.' }]]);
  });

  it.each([
    [{ request: true, response: false }, { request: ASKED }],
    [{ request: false, response: true }, { response: 'Hello.' }],
  ])('is the configured part: %j', async (wanted, words) => {
    const { kept, contents } = keeping(wanted);
    const at = await open(saying('Hello.'), { contents });
    await (await post(at)).text();
    await at.lost();
    expect(kept).toEqual([{ ...OF, requestId: 'greq_1', ...words }]);
  });

  it('of a stream is the content of its pieces', async () => {
    const { kept, contents } = keeping();
    const provider = answering((response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(PIECE + REST),
    );
    const at = await open(provider, { contents });
    expect(await (await post(at, { ...ASK, stream: true })).text()).toBe(PIECE + REST);
    await at.lost();
    expect(kept).toEqual([{ ...OF, requestId: 'greq_1', request: ASKED, response: 'Hello.' }]);
  });

  it('of an interrupted stream is the arrived part, and marked', async () => {
    const { kept, contents } = keeping();
    const provider = answering((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(PIECE);
      setImmediate(() => response.destroy());
    });
    const at = await open(provider, { contents });
    await expect(post(at, { ...ASK, stream: true }).then((answer) => answer.text())).rejects.toThrow(TypeError);
    await expect
      .poll(async () => (await at.lost(), kept))
      .toEqual([{ ...OF, requestId: 'greq_1', request: ASKED, response: 'Hel', isCutOff: true }]);
  });

  it('that the provider refused is its request', async () => {
    const { kept, contents } = keeping();
    const at = await open(saying('No.', 429), { contents });
    await (await post(at)).text();
    await at.lost();
    expect(kept).toEqual([{ ...OF, requestId: 'greq_1', request: ASKED }]);
  });

  /** Repeats a call until the cache answers, and then a number of further times. */
  async function hit(at: GatewayWorld, times: number, body: (ask: number) => object = () => ASK): Promise<void> {
    const token = await at.mint();
    let asked = 0;
    const ask = (): Promise<string | null> =>
      fetch(`${at.origin}/v1/messages`, {
        method: 'POST',
        headers: { 'x-api-key': token },
        body: JSON.stringify(body((asked += 1))),
      }).then(async (answer) => (await answer.text(), answer.headers.get('x-tt-cache')));
    expect(await ask()).toBe('miss');
    await at.lost();
    await expect.poll(ask).toBe('hit');
    for (let time = 1; time < times; time += 1) expect(await ask()).toBe('hit');
    await at.lost();
  }

  it('that the cache answered is that of the original request, and stored once', async () => {
    const { kept, contents } = keeping();
    const at = await open(saying('Hello.'), { contents, cache: {} });
    await hit(at, 20);
    const [first, ...hits] = kept;
    expect(first).toEqual({ ...OF, requestId: 'greq_1', request: ASKED, response: 'Hello.' });
    expect(hits.length).toBeGreaterThanOrEqual(20);
    const source = { requestId: 'greq_1', admittedAt: WORLD_NOW, parts: ['request', 'response'] };
    expect(hits).toEqual(hits.map(({ requestId }) => ({ ...OF, requestId, source })));
  });

  it('that the cache answered is stored once if another process answered it, or its request is old', async () => {
    const stored = createFakeCacheStores({ now: () => WORLD_NOW });
    const before = keeping();
    const first = await open(saying('Hello.'), { contents: before.contents, cache: {}, stored });
    await hit(first, 1);
    await first.close();
    const { kept, contents } = keeping();
    const at = await open(saying('No.'), { contents, cache: {}, stored });
    const token = await at.mint();
    const ask = async (): Promise<void> => {
      const headers = { 'x-api-key': token };
      const answer = await fetch(`${at.origin}/v1/messages`, { method: 'POST', headers, body: JSON.stringify(ASK) });
      expect([await answer.text().then(() => answer.headers.get('x-tt-cache'))]).toEqual(['hit']);
      await at.lost();
    };
    await ask();
    await ask();
    at.wait(3_600_001);
    await ask();
    await ask();
    expect(kept.map(({ response, source }) => response ?? source?.requestId)).toEqual([
      'Hello.',
      'greq_1',
      'Hello.',
      'greq_3',
    ]);
  });

  it('above the limit is counted, and other content is stored', async () => {
    const { kept, contents } = keeping();
    const at = await open(saying('a'.repeat(MAX_CONTENT_CHARACTERS + 1)), { contents });
    await (await post(at)).text();
    await at.lost();
    await (await post(at, { ...ASK, system: 'b'.repeat(MAX_CONTENT_CHARACTERS) })).text();
    expect([await at.lost(), kept]).toEqual([
      ['too_long', 'too_long', 'too_long'],
      [{ ...OF, requestId: 'greq_1', request: ASKED }],
    ]);
  });

  it('delays no answer, and is counted if the disk refuses it', async () => {
    let fail: () => void = () => undefined;
    const contents = {
      wanted: { request: true, response: true },
      keep: () => new Promise<void>((_, reject) => (fail = () => reject(new Error('The disk is full.')))),
    };
    const at = await open(saying('Hello.'), { contents });
    expect((await post(at)).status).toBe(200);
    await expect.poll(() => (fail(), at.lost())).toEqual(['not_kept', 'not_kept']);
  });

  it('is dropped if its key has too much waiting, and that of other workspaces is stored', async () => {
    const held: (() => void)[] = [];
    const lost: string[] = [];
    const store = {
      wanted: { request: true, response: true },
      keep: () => new Promise<void>((resolve) => held.push(resolve)),
    };
    const capture = new ContentCapture({ store, metrics: { lost: (reason) => void lost.push(reason) } });
    const answer = { content: [{ type: 'text', text: 'a'.repeat(MAX_CONTENT_CHARACTERS) }] };
    const answered = (requestId: string, leaf: typeof TEST_LEAF): void => {
      const key = { keyId: `key of ${leaf.workspaceId}`, owner: 'team-a', leaf, rotations: [] };
      const about = {
        requestId,
        key,
        admittedAt: WORLD_NOW,
        streaming: false,
        traceId: undefined,
        bytes: 1,
        annotations: {},
      };
      const words = capture.open(about, 'messages', { text: ASKED, isTooLong: false });
      words.body(answer);
      words.end(true);
    };
    for (let call = 0; call < 84; call += 1) answered(`greq_${call}`, TEST_LEAF);
    answered('greq_other', { ...TEST_LEAF, workspaceId: 't_2' as typeof TEST_LEAF.workspaceId });
    await new Promise((resolve) => setImmediate(resolve));
    const closed = capture.close();
    for (let kept = 0; kept < held.length; kept += 1) {
      held[kept]?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await closed;
    // A key has 64 % of 32 Mi characters: 81 answers of 256 Ki with their questions. The waiting content of another
    // workspace is stored.
    expect([lost, held.length]).toEqual([Array.from({ length: 6 }, () => 'no_room'), 82]);
  });

  it('has the reason if the disk has no space', async () => {
    const contents = {
      wanted: { request: true, response: true },
      keep: () => Promise.reject(new ContentRefused('workspace_full')),
    };
    const at = await open(saying('Hello.'), { contents });
    await (await post(at)).text();
    expect(await at.lost()).toEqual(['workspace_full', 'workspace_full']);
  });
});
