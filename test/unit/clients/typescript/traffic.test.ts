import { expect, it } from 'vitest';
import { createTruetallyClient } from '../../../../clients/typescript/truetally-client.ts';
import { sendJson, startAnsweringServer } from '../../../../testing/answering-server.ts';
import { makeAdmission } from '../../../../testing/api/made-traffic.ts';

const place = {
  organizationId: 'org_1',
  workspaceId: 't_1',
  applicationId: 'app_1',
  gatewayId: 'gw_1',
  environmentId: 'env_1',
};

it('traffic is sent in batches, and faults have their positions in the complete list', async () => {
  const sent: number[] = [];
  const client = createTruetallyClient({
    baseUrl: 'http://api.test',
    token: 'ttv_x',
    ...place,
    fetch: (_url, { body = '' }) => {
      const events = JSON.parse(body) as { streaming: unknown }[];
      sent.push(events.length);
      const faults = events.flatMap(({ streaming }, index) =>
        streaming === 'no' ? [{ index, pointer: '/streaming', reason: 'wrong_shape', detail: 'must be boolean' }] : [],
      );
      const data = { accepted: events.length - faults.length, refused: faults.length, faults };
      return Promise.resolve(Response.json({ kind: 'traffic_receipt', data, request_id: 'req_1' }));
    },
  });
  const events = Array.from({ length: 2_500 }, (_, index) => makeAdmission({ logical_request_id: `req-${index}` }));
  events[1_200] = makeAdmission({ streaming: 'no' });
  const receipt = await client.traffic.send(events);
  expect(sent).toEqual([1_000, 1_000, 500]);
  expect([receipt.accepted, receipt.refused]).toEqual([2_499, 1]);
  expect(receipt.faults.map(({ index }) => index)).toEqual([1_200]);

  const large = Array.from({ length: 5 }, () => makeAdmission({ route_id: 'x'.repeat(300_000) }));
  sent.length = 0;
  await client.traffic.send(large);
  expect(sent).toEqual([3, 2]);
  sent.length = 0;
  expect(await client.traffic.send([])).toEqual({ accepted: 0, refused: 0, faults: [] });
  expect(sent).toEqual([]);
});

it('traffic is sent again by default, after the time that the service requests', async () => {
  const at: number[] = [];
  const server = await startAnsweringServer((response, _request, index) => {
    at.push(performance.now());
    if (index === 0) {
      response.setHeader('retry-after', '1');
      sendJson(response, 503, { type: 'dependency_unavailable', next_action: 'retry' }, 'application/problem+json');
    } else {
      const data = { accepted: 1, refused: 0, faults: [] };
      sendJson(response, 200, { kind: 'traffic_receipt', data, request_id: 'req_1' });
    }
  });
  const client = createTruetallyClient({ baseUrl: server.origin, token: 'ttv_x', ...place });
  expect(await client.traffic.send([makeAdmission()])).toMatchObject({ accepted: 1 });
  expect(server.received[1]).toEqual(server.received[0]);
  expect(at[1]! - at[0]!).toBeGreaterThan(990);
});
