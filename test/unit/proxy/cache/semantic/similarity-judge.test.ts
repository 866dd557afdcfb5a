import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import type { GovernanceBlock } from '../../../../../domain/gateway/governance/governance-block.ts';
import type { NamedModel } from '../../../../../domain/gateway/cache/cache-block.ts';
import { sendCall, cacheStatus } from '../../../../../testing/gateway/cache-callers.ts';
import { openGatewayWorld, type GatewayWorld } from '../../../../../testing/gateway/gateway-world.ts';

const CLAUDE: NamedModel = { provider: 'anthropic', model: 'claude-haiku-4-5' };
const GPT: NamedModel = { provider: 'openai', model: 'gpt-5-mini' };
const QUESTION = 'How do I reset my password?';
const OLDER = 'How do I reset my old password?';

let world: GatewayWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

interface Judged {
  readonly url: string | undefined;
  readonly key: unknown;
  readonly body: { readonly system?: string; readonly messages: readonly { role: string; content: string }[] };
}

const json = { 'content-type': 'application/json' };
const usage = { input_tokens: 100, output_tokens: 1, prompt_tokens: 100, completion_tokens: 1 };

interface JudgeOptions {
  readonly status?: number;
  readonly governance?: GovernanceBlock;
}

/** Opens a gateway whose provider answers calls, and answers as a judge with this text. */
async function open(judge: NamedModel, reply: string, { status = 200, governance }: JudgeOptions = {}) {
  const judged: Judged[] = [];
  const provider = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = JSON.parse(await text(request)) as Judged['body'];
    const isJudged = body.messages.at(-1)?.content.startsWith('{"first"') === true;
    if (isJudged) {
      const { authorization, 'x-api-key': key } = request.headers;
      judged.push({ url: request.url, key: key ?? authorization, body });
    }
    const answer =
      request.url === '/v1/messages'
        ? { model: CLAUDE.model, content: [{ type: 'text', text: reply }], stop_reason: 'end_turn', usage }
        : { model: GPT.model, choices: [{ message: { content: reply }, finish_reason: 'stop' }], usage };
    response.writeHead(isJudged ? status : 200, json).end(JSON.stringify(answer));
  };
  world = await openGatewayWorld({
    provider: (request, response) => void provider(request, response),
    cache: {
      rules: [{ id: 'alike', kind: 'semantic', threshold: 0.5, verifier: 'judge' }],
      semantic: { judge, timeout: '10s' },
    },
    ...(governance && { governance }),
  });
  const opened = world;
  const token = await opened.mint();
  const send = (content: string, key = token) =>
    sendCall(opened, key, { model: CLAUDE.model, max_tokens: 10, messages: [{ role: 'user', content }] });
  return { opened, judged, send };
}

describe('a judge', () => {
  it.each([
    [CLAUDE, '/v1/messages', 'provider-key'],
    [GPT, '/v1/chat/completions', 'Bearer provider-key'],
  ])('of %o is called at %s about both texts, and a yes is a hit', async (judge, url, key) => {
    const { judged, send } = await open(judge, ' Yes.');
    await send(QUESTION);
    const got = await send(OLDER);
    expect(got.headers).toMatchObject({ 'x-tt-cache-kind': 'semantic', 'x-tt-cache-verified': 'true' });
    expect(judged).toMatchObject([{ url, key }]);
    expect(judged[0]?.body.messages.at(-1)).toEqual({
      role: 'user',
      content: JSON.stringify({ first: OLDER, second: QUESTION }),
    });
  });

  it.each(['no', 'yes and no', 'Yes, because', ''])('with the reply %o refuses', async (reply) => {
    const { opened, send } = await open(CLAUDE, reply);
    await send(QUESTION);
    expect(cacheStatus(await send(OLDER))).toBe('miss');
    const row = opened.rows().find((event) => 'logical_request_id' in event && event.logical_request_id === 'greq_2');
    expect(row).toMatchObject({ noted: { 'cache.verified': 'false', 'cache.difference': 'judged' } });
  });

  it('is a separate paid call', async () => {
    const { opened, send } = await open(CLAUDE, 'yes');
    await send(QUESTION);
    await send(OLDER);
    const own = opened.rows().filter((row) => 'purpose' in row && row.purpose === 'judge');
    expect(own.map(({ event }) => event)).toEqual(['request_admitted', 'attempt', 'cost_effect', 'request_terminal']);
    // 100 tokens at 1 USD and one token at 5 USD per million.
    expect(own[2]).toMatchObject({ price_state: 'priced', nanos: '105000' });
  });

  it('is not called about differences in numbers, negations or names', async () => {
    const { judged, send } = await open(CLAUDE, 'yes');
    await send(QUESTION);
    expect(cacheStatus(await send('How do I not reset my password?'))).toBe('miss');
    expect(judged).toEqual([]);
  });

  it('that one key’s limit refuses is called for others', async () => {
    // The limit covers the call, but not the judge's maximum answer.
    const governance = {
      limits: [{ id: 'poor', node: 'key:kid_2', tokens: 100, per: 'day', time_zone: 'UTC' }],
    } as const;
    const { opened, judged, send } = await open(CLAUDE, 'yes', { governance });
    await send(QUESTION);
    const refused = await send(OLDER, await opened.mint());
    expect([refused.status, cacheStatus(refused), judged]).toEqual([200, 'error', []]);
    expect((await send('How do I reset my older password?')).headers['x-tt-cache-kind']).toBe('semantic');
  });

  it('without a reply makes the look-up an error', async () => {
    const { send } = await open(CLAUDE, 'yes', { status: 500 });
    await send(QUESTION);
    const got = await send(OLDER);
    expect([got.status, cacheStatus(got)]).toEqual([200, 'error']);
  });
});
