import { expect, it } from 'vitest';
import { demoId, ORGANIZATION_ID, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { API_BASE_PATH, TestApi } from '../../../testing/api/test-api.ts';
import { callerToken } from '../../../testing/apps/demo-callers.ts';

const ENVIRONMENT = `${API_BASE_PATH}/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/applications/${demoId('application', 1)}/gateways/${demoId('gateway', 1)}/environments/${demoId('environment', 1)}`;

const EMPTY = 'The body is empty. Send the data in the body of the request.';

// An empty message of OTLP and a log of LiteLLM without lines contain nothing, and are valid.
it.each([
  ['traffic', 422, EMPTY],
  ['traffic/litellm', 200, ''],
  ['traffic/otlp/v1/traces', 200, ''],
  ['traffic/otlp/v1/logs', 200, ''],
])('a request to %s without a body and a content type gets %i', async (path, status, text) => {
  const api = new TestApi();
  const response = await api.app.inject({
    method: 'POST',
    url: `${ENVIRONMENT}/${path}`,
    headers: { authorization: `Bearer ${callerToken('gateway')}` },
  });
  expect(response.statusCode).toBe(status);
  expect(response.payload).toContain(text);
  expect(api.journal.lines).toEqual([]);
});
