import { describe, expect, it } from 'vitest';
import { makeAdmission } from '../../../testing/api/made-traffic.ts';
import { ENVIRONMENT_IDS } from '../../../testing/api/made-route.ts';
import { TestApi } from '../../../testing/api/test-api.ts';
import { makeCredentialBody, putService } from '../../../testing/identities/made-service.ts';
import type { KeyGrant } from '../../../domain/tenancy/key-grants.ts';

const { organizationId, workspaceId, applicationId, gatewayId, environmentId } = ENVIRONMENT_IDS;
const PATH = `/organizations/${organizationId}/workspaces/${workspaceId}/applications/${applicationId}/gateways/${gatewayId}/environments/${environmentId}/traffic`;

const FEEDBACK = {
  event: 'feedback_verdict',
  schema: 1,
  purpose: 'application',
  logical_request_id: 'req-1',
  feedback_id: 'thumb',
  issuer_ref: 'visitor-1',
  value: 'positive',
  revision: 1,
  occurred_at: '2026-03-01T11:30:00.000Z',
  source: 'chat window',
  match: 'matched',
};

async function prepared(...grants: KeyGrant[]) {
  const api = new TestApi();
  const { service_id: service } = putService(api.plane.identities);
  const { token, credential } = (await api.client().serviceCredentials.create(service, makeCredentialBody({ grants })))
    .data;
  const headers = { authorization: `Bearer ${token}` };
  const send = (body: unknown, path = '', more: Record<string, string> = {}) =>
    api.post<{ data: Record<string, unknown> }>(`${PATH}${path}`, { body, headers: { ...headers, ...more } });
  return { api, send, headers, credentialId: credential.credential_id };
}

describe('a credential of a service', () => {
  it('with `traffic.write` sends all traffic of its environment', async () => {
    const { api, send } = await prepared('traffic.write');
    const { status, body } = await send([makeAdmission(), FEEDBACK]);
    expect([status, body.data['accepted']]).toEqual([200, 2]);
    expect(api.journal.events()).toHaveLength(2);
  });

  it('with `feedback.write` sends feedback, and leaves no trace of anything else', async () => {
    const { api, send } = await prepared('feedback.write');
    const { status, body } = await send([
      makeAdmission(),
      FEEDBACK,
      { ...FEEDBACK, value: 'odd' },
      { event: 'coverage_gap', schema: 1 },
      { content: 'x' },
    ]);
    expect([status, body.data['accepted'], body.data['refused']]).toEqual([200, 1, 4]);
    const faults = body.data['faults'] as { index: number; reason: string; pointer: string; closed_by?: string }[];
    expect(faults.map(({ index, reason, closed_by: closed }) => [index, reason, closed])).toEqual([
      [0, 'unknown_event', undefined],
      [2, 'wrong_shape', undefined],
      [3, 'unknown_event', undefined],
      [4, 'unknown_event', undefined],
    ]);
    expect(api.journal.lines).toHaveLength(1);
    const unreadable = await send('{', '', { 'content-type': 'application/x-ndjson' });
    expect([unreadable.status, unreadable.body.data['refused'], api.journal.lines.length]).toEqual([200, 1, 1]);
  });

  it('with `feedback.write` is not accepted for spans, log records and logs of LiteLLM', async () => {
    const { api, send, headers } = await prepared('models.call', 'feedback.write');
    expect((await send([FEEDBACK])).status).toBe(200);
    const litellm = await send([{ id: 'x' }], '/litellm');
    expect([litellm.status, (litellm.body as { detail?: string }).detail]).toEqual([
      401,
      'This credential is not accepted here, because it may send only feedback. Send a runtime key (`ttv_…`) that may send all traffic.',
    ]);
    for (const path of ['/otlp/v1/traces', '/otlp/v1/logs']) {
      const { statusCode } = await api.inject({
        method: 'POST',
        url: `/portal/api/v1/customer/v1${PATH}${path}`,
        headers: { 'content-type': 'application/json', ...headers },
        payload: '{}',
      });
      expect(statusCode).toBe(401);
    }
    expect(api.journal.lines).toHaveLength(1);
  });

  it('that only calls models, or was revoked, sends no traffic', async () => {
    const calling = await prepared('models.call');
    expect((await calling.send([FEEDBACK])).status).toBe(401);
    const { api, send, credentialId } = await prepared('traffic.write');
    await api.client().serviceCredentials.revoke(credentialId);
    expect((await send([FEEDBACK])).status).toBe(401);
    expect(api.journal.lines).toEqual([]);
  });
});
