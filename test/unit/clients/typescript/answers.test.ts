import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import {
  TruetallyAbortError,
  TruetallyAnswerError,
  TruetallyConnectionError,
  type TruetallyError,
  TruetallyTimeoutError,
} from '../../../../clients/typescript/errors.ts';
import { createTruetallyClient, type TruetallyClient } from '../../../../clients/typescript/truetally-client.ts';
import { freePorts } from '../../../../testing/processes/free-ports.ts';
import { type AnsweringServer, sendJson, startAnsweringServer } from '../../../../testing/answering-server.ts';

const VIEW = { kind: 'saved-view', data: { id: 'sv_1' }, request_id: 'req_1' };

async function answeredBy(
  answer: (response: ServerResponse, index: number) => void,
  timeoutMs = 20_000,
): Promise<{ server: AnsweringServer; client: TruetallyClient }> {
  const server = await startAnsweringServer((response, _request, index) => answer(response, index));
  const options = { baseUrl: server.origin, token: 'ttm_x', organizationId: 'org_1', workspaceId: 't_1', timeoutMs };
  return { server, client: createTruetallyClient(options) };
}

const failureOf = (call: Promise<unknown>): Promise<TruetallyError> =>
  call.then(
    () => Promise.reject(new Error('The call succeeded.')),
    (error: unknown) => error as TruetallyError,
  );

describe('an answer', () => {
  it('has its document and the id of its request', async () => {
    const { client } = await answeredBy((response) => sendJson(response, 200, VIEW));
    expect(await client.savedViews.get('sv_1')).toEqual({ data: { id: 'sv_1' }, requestId: 'req_1' });
  });

  it('of 12 MiB arrives completely', async () => {
    const data = { id: 'x'.repeat(12 * 1_048_576) };
    const { client } = await answeredBy((response) => sendJson(response, 200, { ...VIEW, data }));
    expect((await client.savedViews.get('sv_1')).data.id).toHaveLength(12 * 1_048_576);
  });

  it.each<[string, (response: ServerResponse) => void, string]>([
    [
      'a page of a proxy',
      (response) => sendJson(response, 200, 'hello', 'text/html; charset=utf-8'),
      'The answer is not application/json but text/html.',
    ],
    ['no content', (response) => void response.writeHead(204).end(), 'status 204'],
    [
      'a success of another kind',
      (response) => sendJson(response, 202, VIEW),
      'The answer has the status 202 and is no problem document.',
    ],
    [
      'an empty body',
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(),
      'The answer is not valid JSON.',
    ],
    [
      'half a document',
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"kind":"saved-view",'),
      'The answer is not valid JSON.',
    ],
    ['a list', (response) => sendJson(response, 200, []), 'The answer is no JSON object.'],
    ['null', (response) => sendJson(response, 200, null), 'The answer is no JSON object.'],
    [
      'the envelope of another operation',
      (response) => sendJson(response, 200, { ...VIEW, kind: 'report' }),
      'The answer is no envelope of the kind saved-view.',
    ],
    [
      'an envelope without data',
      (response) => sendJson(response, 200, { kind: 'saved-view', request_id: 'req_1' }),
      'no envelope',
    ],
    ['an error that is no problem', (response) => sendJson(response, 502, { error: 'bad gateway' }), 'status 502'],
    [
      'a problem that is not JSON',
      (response) => void response.writeHead(500, { 'content-type': 'application/problem+json' }).end('oops'),
      'The answer is not valid JSON.',
    ],
  ])('that is %s does not match the API’s description', async (_name, answer, message) => {
    const { client } = await answeredBy(answer);
    const error = await failureOf(client.savedViews.get('sv_1'));
    expect(error).toBeInstanceOf(TruetallyAnswerError);
    expect(error.message).toContain(message);
  });

  it('names its status and its request if it does not match the description', async () => {
    const { client } = await answeredBy((response) => sendJson(response, 502, 'Bad gateway', 'text/html'));
    expect(await failureOf(client.savedViews.get('sv_1'))).toMatchObject({ status: 502, requestId: 'req_head' });
  });

  it.each([301, 302, 303, 307, 308])('is not followed if it is a redirect: %i', async (status) => {
    const elsewhere = await startAnsweringServer((response) => sendJson(response, 200, VIEW));
    const { client } = await answeredBy((response) => {
      response.writeHead(status, { location: `${elsewhere.origin}/` }).end();
    });
    const error = await failureOf(client.savedViews.get('sv_1'));
    expect(error).toBeInstanceOf(TruetallyAnswerError);
    expect(error.message).toBe('The answer is a redirect, which is never followed: correct baseUrl.');
    expect(elsewhere.received).toEqual([]);
  });
});

describe('a connection', () => {
  it('to a closed port fails as a connection error', async () => {
    const [port] = await freePorts(1);
    const baseUrl = `http://127.0.0.1:${port}`;
    const nowhere = createTruetallyClient({ baseUrl, token: 'ttm_x', organizationId: 'org_1' });
    const error = await failureOf(nowhere.savedViews.get('sv_1'));
    expect(error).toBeInstanceOf(TruetallyConnectionError);
    expect(error.cause).toBeInstanceOf(TypeError);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['before its head', (response) => response.destroy()],
    [
      'within a body of known length',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
        response.write('{"kind":', () => response.destroy());
      },
    ],
    [
      'within a body of unknown length',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('{"kind":', () => response.destroy());
      },
    ],
    [
      'within a problem',
      (response) => {
        response.writeHead(404, { 'content-type': 'application/problem+json' });
        response.write('{"type":', () => response.destroy());
      },
    ],
  ])('that breaks %s fails as a connection error', async (_name, answer) => {
    const { client } = await answeredBy(answer);
    expect(await failureOf(client.savedViews.get('sv_1'))).toBeInstanceOf(TruetallyConnectionError);
  });
});

/** Begins an answer and does not end it. */
function beginAnswer(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"kind":');
}

describe.each<[string, (response: ServerResponse) => void]>([
  ['no answer', () => undefined],
  ['an answer that never ends', beginAnswer],
])('%s', (_name, answer) => {
  it('waits at most for the time-out of a call, and then closes its connection', async () => {
    const { server, client } = await answeredBy(answer, 100);
    const error = await failureOf(client.savedViews.get('sv_1'));
    expect(error).toBeInstanceOf(TruetallyTimeoutError);
    expect(error).toMatchObject({ timeoutMs: 100 });
    await server.closed();
  });

  it('waits at most as long as its caller permits', async () => {
    const controller = new AbortController();
    const { server, client } = await answeredBy((response) => {
      answer(response);
      controller.abort('enough');
    });
    const error = await failureOf(client.savedViews.get('sv_1', { signal: controller.signal }));
    expect(error).toBeInstanceOf(TruetallyAbortError);
    expect(error.cause).toBe('enough');
    await server.closed();
  });
});

describe('a call', () => {
  it('with an aborted signal sends nothing', async () => {
    const { server, client } = await answeredBy((response) => sendJson(response, 200, VIEW));
    const call = client.savedViews.get('sv_1', { signal: AbortSignal.abort() });
    expect(await failureOf(call)).toBeInstanceOf(TruetallyAbortError);
    expect(server.received).toEqual([]);
  });

  it('uses its own time-out instead of the client’s', async () => {
    const { client } = await answeredBy(() => undefined);
    expect(await failureOf(client.savedViews.get('sv_1', { timeoutMs: 60 }))).toMatchObject({ timeoutMs: 60 });
  });
});
