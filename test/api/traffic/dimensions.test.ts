import { expect, it } from 'vitest';
import { demoId, ORGANIZATION_ID, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { makeAdmission } from '../../../testing/api/made-traffic.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

const HERE = {
  organizationId: ORGANIZATION_ID,
  workspaceId: WORKSPACE_ID,
  applicationId: demoId('application', 1),
  gatewayId: demoId('gateway', 1),
  environmentId: demoId('environment', 1),
};
const PATH = `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/applications/${HERE.applicationId}/gateways/${HERE.gatewayId}/environments/${HERE.environmentId}/traffic`;
const TAGS = Object.fromEntries(Array.from({ length: 66 }, (_, index) => [`tag.${100 + index}`, 'x']));

it('dimensions of events are stored in the form of a line, and the receipt has the number of dropped tags', async () => {
  const api = new TestApi();
  const body = [
    makeAdmission({ dimensions: { user: `\t${'é'.repeat(80)}`, 'tag.Env': 'prod' } }),
    makeAdmission({ logical_request_id: 'req-2', dimensions: TAGS }),
  ];
  const answer = await api.post<{ data: Record<string, unknown> }>(PATH, { as: 'gateway', body });
  expect([answer.status, answer.body.data]).toEqual([200, { accepted: 2, refused: 0, faults: [], dropped_tags: 2 }]);
  expect(api.journal.events().map(({ dimensions }) => dimensions)).toEqual([
    { user: 'é'.repeat(63), 'tag.env': 'prod' },
    Object.fromEntries(Object.entries(TAGS).slice(0, 64)),
  ]);
});

it('the client adds up the dropped tags of its batches', async () => {
  const api = new TestApi();
  const plain = Array.from({ length: 1_000 }, (_, index) => makeAdmission({ logical_request_id: `req-${index}` }));
  const [first, last] = ['first', 'last'].map((id) => makeAdmission({ logical_request_id: id, dimensions: TAGS }));
  const receipt = await api.client('gateway', HERE).traffic.send([first!, ...plain, last!]);
  expect(receipt).toEqual({ accepted: 1_002, refused: 0, faults: [], dropped_tags: 4 });
});
