import { expect, it } from 'vitest';
import { idOf, ORG, WS } from '../../../testing/api/demo-ids.ts';
import { anAdmission } from '../../../testing/api/made-traffic.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

const HERE = {
  organizationId: ORG,
  workspaceId: WS,
  applicationId: idOf('application', 1),
  gatewayId: idOf('gateway', 1),
  environmentId: idOf('environment', 1),
};
const PATH = `/organizations/${ORG}/workspaces/${WS}/applications/${HERE.applicationId}/gateways/${HERE.gatewayId}/environments/${HERE.environmentId}/traffic`;
const TAGS = Object.fromEntries(Array.from({ length: 66 }, (_, index) => [`tag.${100 + index}`, 'x']));

it('dimensions of events are stored in the form of a line, and the receipt has the number of dropped tags', async () => {
  const api = new TestApi();
  const body = [
    anAdmission({ dimensions: { user: `\t${'é'.repeat(80)}`, 'tag.Env': 'prod' } }),
    anAdmission({ logical_request_id: 'req-2', dimensions: TAGS }),
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
  const plain = Array.from({ length: 1_000 }, (_, index) => anAdmission({ logical_request_id: `req-${index}` }));
  const [first, last] = ['first', 'last'].map((id) => anAdmission({ logical_request_id: id, dimensions: TAGS }));
  const receipt = await api.client('gateway', HERE).traffic.send([first!, ...plain, last!]);
  expect(receipt).toEqual({ accepted: 1_002, refused: 0, faults: [], dropped_tags: 4 });
});
