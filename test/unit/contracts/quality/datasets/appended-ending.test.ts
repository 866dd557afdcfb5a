import { expect, it } from 'vitest';
import { parseTrafficLine } from '../../../../../contracts/ingest/lines/parse-traffic-line.ts';
import { appendedEnding } from '../../../../../contracts/quality/datasets/appended-ending.ts';

const SCOPE = {
  organization_id: 'org_1',
  workspace_id: 't_1',
  application_id: 'app_1',
  gateway_id: 'gw_1',
  environment_id: 'env_1',
};
const AT = new Date('2026-03-01T12:00:00.000Z');
const REQUEST = { requestId: 'req_1', kind: 'imported', segment: 'chat', model: 'm', hasAnswer: true } as const;

it('marks an imported answer, and costs nothing', () => {
  const event = appendedEnding(REQUEST, SCOPE, AT);
  expect(event).toEqual({
    ...{ event: 'request_terminal', schema: 1, scope: SCOPE, purpose: 'playground', logical_request_id: 'req_1' },
    ...{ route_id: 'chat', admitted_at: AT.toISOString(), terminal_at: AT.toISOString(), status: 'succeeded' },
    ...{ terminal_kind: 'dataset_import', final_model: 'm', attempt_count: 0 },
  });
  expect(parseTrafficLine(JSON.stringify(event))).toEqual({ event });
});

it('a synthetic request has no answer', () => {
  const event = appendedEnding(
    { ...REQUEST, kind: 'synthetic', segment: '', model: undefined, hasAnswer: false },
    SCOPE,
    AT,
  );
  expect(event).toMatchObject({ status: 'unknown', terminal_kind: 'dataset_synthetic' });
  expect(event).not.toHaveProperty('route_id');
  expect(event).not.toHaveProperty('final_model');
  expect(parseTrafficLine(JSON.stringify(event)).fault).toBeUndefined();
});
