import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  TruetallyConnectionError,
  TruetallyProblemError,
  TruetallyTimeoutError,
} from '../../../../clients/typescript/errors.ts';
import { OPERATIONS, type OperationName } from '../../../../clients/typescript/operations.ts';
import { createTruetallyClient, type TruetallyClient } from '../../../../clients/typescript/truetally-client.ts';
import { type AnsweringServer, sendJson, startAnsweringServer } from '../../../../testing/answering-server.ts';
import { CLIENT_CALLS } from '../../../../testing/api/client-calls.ts';

const PLACE = {
  ...{ organizationId: 'org_1', workspaceId: 't_1' },
  ...{ applicationId: 'app_1', gatewayId: 'gw_1', environmentId: 'env_1' },
};

async function answeredBy(
  answer: (response: ServerResponse, index: number) => void,
  maxRetries: number,
): Promise<{ server: AnsweringServer; client: TruetallyClient }> {
  const server = await startAnsweringServer((response, _request, index) => answer(response, index));
  const options = { baseUrl: server.origin, token: 'ttm_x', ...PLACE, maxRetries, timeoutMs: 20_000 };
  return { server, client: createTruetallyClient(options) };
}

const unavailable = (response: ServerResponse, nextAction = 'retry', status = 503): void =>
  sendJson(response, status, { type: 'dependency_unavailable', next_action: nextAction }, 'application/problem+json');

const limited = (response: ServerResponse, seconds: number, status = 429): void => {
  response.setHeader('retry-after', String(seconds));
  unavailable(response, 'retry', status);
};

/** Breaks the connection once, then answers. */
const brokenOnce =
  (name: OperationName) =>
  (response: ServerResponse, index: number): void => {
    const { kind, success } = OPERATIONS[name];
    if (index === 0) response.destroy();
    else if (name === 'customer.reports.runs.export_csv') response.writeHead(200, { 'content-type': 'text/csv' }).end();
    else sendJson(response, success, { kind, data: { faults: [] }, request_id: 'req_1' });
  };

const NAMES = Object.keys(OPERATIONS) as OperationName[];

describe('a call that may be retried once', () => {
  it.each(NAMES.filter((name) => OPERATIONS[name].repeatable === 'always'))('is retried: %s', async (name) => {
    const { server, client } = await answeredBy(brokenOnce(name), 1);
    await CLIENT_CALLS[name].send(client);
    expect(server.received).toHaveLength(2);
    expect(server.received[1]).toEqual(server.received[0]);
  });

  it.each(NAMES.filter((name) => OPERATIONS[name].repeatable !== 'always'))(
    'is not retried without a key, because it writes: %s',
    async (name) => {
      const { server, client } = await answeredBy(brokenOnce(name), 1);
      await expect(CLIENT_CALLS[name].send(client)).rejects.toThrow(TruetallyConnectionError);
      expect(server.received).toHaveLength(1);
    },
  );

  it.each(NAMES.filter((name) => OPERATIONS[name].repeatable === 'with-key'))(
    'is retried with its key: %s',
    async (name) => {
      const { server, client } = await answeredBy(brokenOnce(name), 1);
      await CLIENT_CALLS[name].send(client, 'once');
      expect(server.received.map(({ headers }) => headers['idempotency-key'])).toEqual(['once', 'once']);
      expect(server.received[1]?.body).toBe(server.received[0]?.body);
    },
  );
});

describe('a call', () => {
  it('is not retried by default', async () => {
    const { server, client } = await answeredBy((response) => unavailable(response), 0);
    await expect(client.insights.catalog()).rejects.toThrow(TruetallyProblemError);
    expect(server.received).toHaveLength(1);
  });

  it('is retried while the service requests it, up to the configured number', async () => {
    const { server, client } = await answeredBy((response) => unavailable(response), 2);
    await expect(client.insights.catalog()).rejects.toMatchObject({ status: 503, type: 'dependency_unavailable' });
    expect(server.received).toHaveLength(3);
  });

  it('is retried after a refusal for too many requests, and not before the service permits it', async () => {
    const received: number[] = [];
    const { client } = await answeredBy((response, index) => {
      received.push(performance.now());
      if (index === 0) limited(response, 1);
      else
        sendJson(response, 200, { kind: OPERATIONS['customer.insights.catalog'].kind, data: [], request_id: 'req_1' });
    }, 1);
    await client.insights.catalog();
    expect(received).toHaveLength(2);
    expect(received[1]! - received[0]!).toBeGreaterThanOrEqual(1_000);
  });

  it.each([429, 503])('is refused with %i immediately if it may not be retried within its time', async (status) => {
    const { server, client } = await answeredBy((response) => limited(response, 60, status), 1);
    await expect(client.insights.catalog()).rejects.toMatchObject({ status, retryAfterSeconds: 60 });
    expect(server.received).toHaveLength(1);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['the question costs too much', (response) => unavailable(response, 'narrow_window')],
    ['the service has a defect', (response) => unavailable(response, 'contact_support', 500)],
    ['a proxy answers', (response) => sendJson(response, 503, 'Bad gateway', 'text/html')],
  ])('is not retried if %s', async (_name, answer) => {
    const { server, client } = await answeredBy(answer, 2);
    await expect(client.insights.catalog()).rejects.toThrow(Error);
    expect(server.received).toHaveLength(1);
  });

  it('takes at most its time-out, including retries and their pauses', async () => {
    // With a real clock, a busy machine could process the refusal after the end of the call's time.
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const sentMs: number[] = [];
    const startMs = performance.now();
    const client = createTruetallyClient({
      ...{ baseUrl: 'http://127.0.0.1:9', token: 'ttm_x', ...PLACE, maxRetries: 1_000, timeoutMs: 400 },
      fetch: () => {
        sentMs.push(performance.now() - startMs);
        const headers = { 'content-type': 'application/problem+json' };
        return Promise.resolve(
          Response.json({ type: 'dependency_unavailable', next_action: 'retry' }, { status: 503, headers }),
        );
      },
    });
    const failed = vi.fn<(error: unknown) => void>();
    const call = client.insights.catalog().catch(failed);
    await vi.advanceTimersByTimeAsync(399);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await call;
    expect(failed).toHaveBeenCalledExactlyOnceWith(expect.any(TruetallyTimeoutError));
    expect(sentMs).toEqual([0, 250]);
  });
});
