import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import {
  TruetallyAnswerError,
  TruetallyConnectionError,
  TruetallyProblemError,
} from '../../../../clients/typescript/errors.ts';
import {
  createManagementClient,
  type ManagementClient,
  type ManagementClientOptions,
} from '../../../../clients/typescript/management/management-client.ts';
import { ManagementEpochError } from '../../../../clients/typescript/management/management-epoch-error.ts';
import { ManagementProblemError } from '../../../../clients/typescript/management/management-problem-error.ts';
import { MANAGEMENT_PROBLEMS } from '../../../../contracts/management/problem.ts';
import { MANAGEMENT_EPOCH } from '../../../../contracts/management/version.ts';
import { type AnsweringServer, sendJson, startAnsweringServer } from '../../../../testing/answering-server.ts';

async function answeredBy(
  answer: (response: ServerResponse, index: number) => void,
  change: Partial<ManagementClientOptions> = {},
): Promise<{ server: AnsweringServer; client: ManagementClient }> {
  const server = await startAnsweringServer((response, _request, index) => answer(response, index));
  return { server, client: createManagementClient({ baseUrl: server.origin, token: 'ttp_x', ...change }) };
}

const refuse = (response: ServerResponse, code: keyof typeof MANAGEMENT_PROBLEMS): void =>
  sendJson(
    response,
    MANAGEMENT_PROBLEMS[code].status,
    { type: `/tt/api/problems/${code}`, code, detail: 'A sentence.', request_id: 'req_1' },
    'application/problem+json',
  );

/** Refuses once, then answers. */
const refusedOnce =
  (code: keyof typeof MANAGEMENT_PROBLEMS) =>
  (response: ServerResponse, index: number): void => {
    if (index === 0) refuse(response, code);
    else sendJson(response, 200, { judges: [] });
  };

describe('an answer of the management plane', () => {
  it('is its document, with the id of the request in its head', async () => {
    const { client } = await answeredBy((response) => sendJson(response, 200, { judges: [] }));
    expect(await client.judges.list()).toEqual({ data: { judges: [] }, requestId: 'req_head' });
  });

  it.each<[string, (response: ServerResponse) => void, string]>([
    [
      'a page of a proxy',
      (response) => sendJson(response, 200, 'hello', 'text/html'),
      'The answer is not application/json but text/html.',
    ],
    ['a list', (response) => sendJson(response, 200, []), 'The answer is no JSON object.'],
    ['an error that is no problem', (response) => sendJson(response, 502, {}), 'status 502'],
    ['a redirect', (response) => void response.writeHead(302, { location: '/' }).end(), 'correct baseUrl'],
  ])('is not %s', async (_name, answer, message) => {
    const { client } = await answeredBy(answer);
    const failure: unknown = await client.judges.list().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TruetallyAnswerError);
    expect((failure as Error).message).toContain(message);
  });
});

describe('a problem of the management plane', () => {
  it('has the class of its code, and is a problem like those of the other lane', async () => {
    const { client } = await answeredBy((response) => refuse(response, 'feature_absent'));
    const problem: unknown = await client.annotationQueue.progress().catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(ManagementProblemError);
    expect(problem).toBeInstanceOf(TruetallyProblemError);
    expect(problem).toMatchObject({
      message: 'A sentence.',
      status: 404,
      code: 'feature_absent',
      type: '/tt/api/problems/feature_absent',
      nextAction: '',
      errors: [],
      requestId: 'req_1',
      retryAfterSeconds: undefined,
    });
  });

  it('names the faulty members, and the time to wait', async () => {
    const { client } = await answeredBy((response) => {
      response.setHeader('retry-after', '7');
      const errors = [{ pointer: '/k', detail: 'must be at most 200' }];
      sendJson(response, 429, { code: 'rate_limited', errors }, 'application/problem+json');
    });
    await expect(client.me.get()).rejects.toMatchObject({
      errors: [{ pointer: '/k', detail: 'must be at most 200' }],
      retryAfterSeconds: 7,
    });
  });
});

describe('the epoch of the management plane', () => {
  const fromAnotherEpoch = (answer: (response: ServerResponse) => void) => (response: ServerResponse) => {
    response.setHeader('x-tt-epoch', MANAGEMENT_EPOCH + 1);
    answer(response);
  };

  it('is stated by every request', async () => {
    const { server, client } = await answeredBy((response) => sendJson(response, 200, {}));
    await client.me.get();
    await client.outcomes.send({ outcomes: [] });
    expect(server.received.map(({ headers }) => headers['x-tt-epoch'])).toEqual(['2', '2']);
    expect(MANAGEMENT_EPOCH).toBe(2);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['an answer', (response) => sendJson(response, 200, { judges: [] })],
    ['a problem', (response) => refuse(response, 'bad_request')],
    ['a page of a proxy', (response) => sendJson(response, 200, 'hello', 'text/html')],
  ])('is an error with both epochs if another server sends %s', async (_name, answer) => {
    const { server, client } = await answeredBy(fromAnotherEpoch(answer), { maxRetries: 3 });
    const failure: unknown = await client.judges.list().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ManagementEpochError);
    expect(failure).toMatchObject({
      message:
        'The server has epoch 3 of the management API, but this client is for epoch 2. ' +
        'Install the version of @truetally/client that belongs to the server.',
      clientEpoch: 2,
      serverEpoch: '3',
    });
    expect(server.received).toHaveLength(1);
  });

  it('can be read from the capabilities of another server', async () => {
    const capabilities = { management_api: { epoch: 3 } };
    const { client } = await answeredBy(fromAnotherEpoch((response) => sendJson(response, 200, capabilities)));
    expect((await client.capabilities.get()).data).toEqual(capabilities);
  });
});

describe('a call of the management plane', () => {
  it.each(['rate_limited', 'dependency_unavailable'] as const)('is retried after %s', async (code) => {
    const { server, client } = await answeredBy(refusedOnce(code), { maxRetries: 1 });
    expect((await client.judges.list()).data).toEqual({ judges: [] });
    expect(server.received).toHaveLength(2);
  });

  it.each(['budget_exceeded', 'internal', 'conflict', 'feature_absent'] as const)(
    'is not retried after %s, which would have the same answer',
    async (code) => {
      const { server, client } = await answeredBy(refusedOnce(code), { maxRetries: 1 });
      await expect(client.judges.list()).rejects.toMatchObject({ code });
      expect(server.received).toHaveLength(1);
    },
  );

  it('is retried after a broken connection if a repetition changes nothing, such as outcomes that count once', async () => {
    const receipt = { accepted: 1, refused: 0, refusals: [] };
    const { server, client } = await answeredBy(
      (response, index) => (index === 0 ? response.destroy() : sendJson(response, 200, receipt)),
      { maxRetries: 1 },
    );
    const sent = await client.outcomes.send({ outcomes: [] });
    expect(sent.data).toEqual(receipt);
    expect(server.received.map(({ url, body }) => [url, body])).toEqual([
      ['/tt/api/v1/outcomes', '{"outcomes":[]}'],
      ['/tt/api/v1/outcomes', '{"outcomes":[]}'],
    ]);
  });

  it('is not retried if it would lease other rows, or count as another login attempt', async () => {
    const { server, client } = await answeredBy((response) => void response.destroy(), { maxRetries: 3 });
    await expect(client.annotationQueue.claim({ k: 1, strategy: 'hard_cases' })).rejects.toThrow(
      TruetallyConnectionError,
    );
    await expect(client.login({ name: 'ada', password: 'wrong' })).rejects.toThrow(TruetallyConnectionError);
    expect(server.received).toHaveLength(2);
  });

  it('sends the token, and no header without one', async () => {
    const { server, client } = await answeredBy((response) => sendJson(response, 200, {}));
    await client.me.get();
    await createManagementClient({ baseUrl: server.origin }).capabilities.get();
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual(['Bearer ttp_x', undefined]);
  });

  it('finds the plane by its root and by the root of its lane', async () => {
    const { server } = await answeredBy((response) => sendJson(response, 200, {}));
    for (const root of ['', '/', '/tt/api/v1', '/behind/a/proxy']) {
      await createManagementClient({ baseUrl: server.origin + root }).capabilities.get();
    }
    expect(server.received.map(({ url }) => url)).toEqual([
      '/tt/api/v1/capabilities',
      '/tt/api/v1/capabilities',
      '/tt/api/v1/capabilities',
      '/behind/a/proxy/tt/api/v1/capabilities',
    ]);
  });

  it.each<[string, Partial<ManagementClientOptions>]>([
    ['a base URL with a query', { baseUrl: 'http://x/?a=1' }],
    ['a token that ends its header', { token: 'ttp_x\r\nx-injected: 1' }],
    ['a time-out of 0', { timeoutMs: 0 }],
    ['half a repetition', { maxRetries: 0.5 }],
  ])('is sent by no client with %s', (_name, change) => {
    expect(() => createManagementClient({ baseUrl: 'http://x', ...change })).toThrow(TypeError);
  });
});
