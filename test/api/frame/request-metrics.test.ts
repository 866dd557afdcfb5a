import { beforeEach, describe, expect, it } from 'vitest';
import type { EndedRequest } from '../../../api/ports/request-metrics.ts';
import { callerToken } from '../../../testing/apps/demo-callers.ts';
import { API_BASE_PATH, TestApi } from '../../../testing/api/test-api.ts';
import { ORGANIZATION_ID, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';

let ended: EndedRequest[];
let inFlight: number;
let api: TestApi;

beforeEach(() => {
  ended = [];
  inFlight = 0;
  const requestMetrics = {
    arrived: () => {
      inFlight += 1;
    },
    ended: (request: EndedRequest) => {
      inFlight -= 1;
      ended.push(request);
    },
  };
  api = new TestApi({ requestMetrics });
});

async function endedRequests(): Promise<Omit<EndedRequest, 'seconds'>[]> {
  // An answer closes shortly after it was sent.
  await expect.poll(() => inFlight).toBe(0);
  for (const { seconds } of ended) expect(seconds).toBeGreaterThan(0);
  return ended.map(({ route, method, status, problem }) => ({ route, method, status, problem }));
}

const authorization = `Bearer ${callerToken('owner')}`;

describe('the metrics of a request', () => {
  it('have the template of its route, its method and the class of its status', async () => {
    await api.app.inject({ url: '/healthz' });
    await api.app.inject({
      url: `${API_BASE_PATH}/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/saved-views`,
      headers: { authorization },
    });
    expect(await endedRequests()).toEqual([
      { route: '/healthz', method: 'GET', status: '2xx', problem: undefined },
      {
        route: `${API_BASE_PATH}/organizations/:org/workspaces/:ws/saved-views`,
        method: 'GET',
        status: '2xx',
        problem: undefined,
      },
    ]);
  });

  it('have the code of its problem', async () => {
    await api.app.inject({
      url: `${API_BASE_PATH}/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/saved-views`,
    });
    await api.app.inject({ method: 'DELETE', url: '/healthz' });
    expect(await endedRequests()).toEqual([
      {
        route: `${API_BASE_PATH}/organizations/:org/workspaces/:ws/saved-views`,
        method: 'GET',
        status: '4xx',
        problem: 'unauthorized',
      },
      { route: '/healthz', method: 'DELETE', status: '4xx', problem: 'method_not_allowed' },
    ]);
  });

  it('have no label for an unknown path or method', async () => {
    await api.app.inject({ url: '/nobody/knows/this' });
    await api.app.inject({ method: 'PROPFIND', url: '/healthz' });
    expect(await endedRequests()).toEqual([
      { route: 'unmatched', method: 'GET', status: '4xx', problem: 'not_found' },
      { route: 'unmatched', method: 'other', status: '4xx', problem: 'not_found' },
    ]);
  });
});

describe('a request whose connection ends before its answer', () => {
  it('is counted once, as aborted', async () => {
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      api.answer = () => {
        resolve();
        return new Promise((_, reject) => (answer = () => reject(new Error('gone'))));
      };
    });
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = api.app.server.address() as { port: number };
    const gone = new AbortController();
    const asking = fetch(
      `http://127.0.0.1:${port}${API_BASE_PATH}/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/insights/query`,
      {
        method: 'POST',
        signal: gone.signal,
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({
          schema: 1,
          shape: 'overview',
          scope: { organization_id: ORGANIZATION_ID, workspace_id: WORKSPACE_ID },
          display_tz: 'UTC',
          from: '2026-02-01T00:00:00.000Z',
          to: '2026-02-02T00:00:00.000Z',
          metrics: ['requests.v1'],
        }),
      },
    );
    await asked;
    expect(inFlight).toBe(1);
    gone.abort();
    await expect(asking).rejects.toThrow();
    const [only, ...others] = await endedRequests();
    expect(others).toEqual([]);
    expect(only).toMatchObject({ method: 'POST', status: 'aborted' });
    answer();
    await api.app.close();
  });
});
