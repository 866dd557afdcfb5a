import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { expect, it, onTestFinished } from 'vitest';
import { ANTHROPIC_TYPESCRIPT_HEADERS, OPENAI_TYPESCRIPT_HEADERS } from './headers-of-clients.ts';

/** The names of all headers that the clients of a test send, in lower case. */
async function record(ask: (origin: string) => readonly (() => PromiseLike<unknown>)[]): Promise<string[]> {
  const names = new Set<string>();
  const server = createServer((request, response) => {
    for (const name of Object.keys(request.headers)) names.add(name);
    request.resume().on('end', () => response.writeHead(400, { 'content-type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  for (const call of ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
    await expect(call()).rejects.toMatchObject({ status: 400 });
  server.closeAllConnections();
  return [...names].sort();
}

const messages = [{ role: 'user' as const, content: 'Hello' }];

it('the SDK of Anthropic sends its recorded headers', async () => {
  const asked = { model: 'claude-haiku-4-5', max_tokens: 1, messages };
  const names = await record((baseURL) => {
    const client = new Anthropic({ apiKey: 'k', baseURL, maxRetries: 0 });
    const inBrowser = new Anthropic({
      authToken: 't',
      apiKey: null,
      baseURL,
      maxRetries: 0,
      dangerouslyAllowBrowser: true,
    });
    return [
      () => client.messages.create(asked),
      () => client.messages.stream(asked).finalMessage(),
      () => client.messages.countTokens({ model: asked.model, messages }),
      () => client.beta.messages.create({ ...asked, betas: ['context-1m-2025-08-07'] }),
      () => inBrowser.messages.create(asked),
    ];
  });
  expect(names).toEqual(Object.keys(ANTHROPIC_TYPESCRIPT_HEADERS).sort());
});

it('the SDK of OpenAI sends its recorded headers', async () => {
  const model = 'gpt-5-mini';
  const names = await record((origin) => {
    const client = new OpenAI({
      ...{ apiKey: 'k', baseURL: `${origin}/v1`, maxRetries: 0, organization: 'org-1', project: 'proj-1' },
    });
    return [
      () => client.chat.completions.create({ model, messages }),
      () => client.chat.completions.stream({ model, messages }).finalChatCompletion(),
      () => client.chat.completions.parse({ model, messages }),
      () => client.responses.create({ model, input: 'Hello' }),
      () => client.responses.create({ model, input: 'Hello', stream: true }),
      () => client.embeddings.create({ model, input: 'Hello' }),
    ];
  });
  expect(names).toEqual(Object.keys(OPENAI_TYPESCRIPT_HEADERS).sort());
});
