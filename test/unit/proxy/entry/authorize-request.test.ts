import { expect, it } from 'vitest';
import { authorizeRequest } from '../../../../proxy/entry/authorize-request.ts';
import type { GatewayError } from '../../../../proxy/call/gateway-error.ts';

const GATE = { keys: { find: () => undefined }, log: { acceptsCalls: () => true }, isClosed: false };

function refusal(path: string, headers: Record<string, string>): GatewayError {
  return authorizeRequest({ path, query: undefined, method: 'POST', headers }, GATE) as GatewayError;
}

it.each([
  [{}, 'The request has no key.'],
  [{ 'x-api-key': 'sk-ant-api03' }, 'It begins like a key of a provider.'],
  [{ authorization: 'Bearer ttm_1' }, 'It begins like a management key, which opens the API.'],
  // A runtime key can be a credential of a service, so its prefix is no fault.
  [{ authorization: 'Bearer ttv_1' }, 'Check whether it has a typo, has expired or was revoked. Send a gateway key'],
  [
    { authorization: 'Bearer ttk_1' },
    'This API key is not valid for this gateway. Check whether it has a typo, has expired or was revoked. Send a gateway key',
  ],
])('explains only the visible part of a key: %j', (headers, sentence) => {
  const { status, type, message } = refusal('/v1/messages', headers);
  expect([status, type]).toEqual([401, 'invalid_key']);
  expect(message).toContain(sentence);
});

it.each(['/v1/v1/messages', '/messages', '/v1/v1/v1/messages'])('suggests a path for %s', (path) => {
  expect(refusal(path, {})).toMatchObject({
    status: 404,
    message: `The gateway has no such path. Did you mean /v1/messages? The base URL of an OpenAI client ends with /v1, and that of an Anthropic client does not.`,
  });
});

it('lists the served paths if none is similar', () => {
  expect(refusal('/v1/images', {}).message).toBe(
    'The gateway has no such path. It serves /v1/messages, /v1/messages/count_tokens, /v1/chat/completions, /v1/responses, /v1/embeddings, /v1/models, /v1/models/{model}, /v1beta/models/{model}:generateContent, /v1beta/models/{model}:streamGenerateContent, /v1beta/models/{model}:countTokens, /v1/models/{model}:generateContent, /v1/models/{model}:streamGenerateContent, /v1/models/{model}:countTokens.',
  );
});

it.each([
  ['/v1/mesages', 'The gateway has no such path. Did you mean /v1/messages? It serves /v1/messages, '],
  ['/v1/chat/completion', 'The gateway has no such path. Did you mean /v1/chat/completions? It serves '],
  ['/portal/api/v1/customer/v1/me', 'The gateway has no such path. The API serves it on another port'],
])('suggests the intended path for %s', (path, beginning) => {
  const { message } = refusal(path, {});
  expect(message.startsWith(beginning)).toBe(true);
});
