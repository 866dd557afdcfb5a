import { describe, expect, it } from 'vitest';
import type { CaseContent } from '../../../domain/comparisons/case-content.ts';
import {
  SECOND_APPLICATION_ID,
  demoId,
  ORGANIZATION_ID,
  SUBJECTS,
  WORKSPACE_ID,
} from '../../../testing/api/demo-ids.ts';
import { makeCaseContent, makeCase } from '../../../testing/api/made-case.ts';
import { ENVIRONMENT_IDS } from '../../../testing/api/made-route.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import type { CallerName } from '../../../testing/apps/demo-callers.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

const BESIDE = { gatewayId: demoId('gateway', 2) };
const PATH = `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/applications/${ENVIRONMENT_IDS.applicationId}/gateways/${ENVIRONMENT_IDS.gatewayId}/cases`;

function prepared() {
  const api = new TestApi();
  const as = (who: CallerName = 'owner', place = {}) => api.client(who, { ...ENVIRONMENT_IDS, ...place }).cases;
  return { api, as };
}

describe('customer.cases.create', () => {
  it('answers 201 with the cases in the order of the request', async () => {
    const { api, as } = prepared();
    const judged = makeCaseContent({ label: null, reference_notes: 'Polite, and no price.', critical: true });
    const { data, location } = await as().create({ cases: [makeCaseContent(), judged] });
    const at = '2026-03-01T12:00:00.000Z';
    const kept = {
      case_id: expect.stringMatching(/^case_/) as string,
      organization_id: ORGANIZATION_ID,
      workspace_id: WORKSPACE_ID,
      application_id: ENVIRONMENT_IDS.applicationId,
      gateway_id: ENVIRONMENT_IDS.gatewayId,
      version: '1',
      latest_version: '1',
      source: 'created',
      author: SUBJECTS.owner,
      created_at: at,
      versioned_at: at,
    };
    expect(data.cases).toEqual([
      { ...makeCaseContent(), ...kept },
      { ...judged, ...kept },
    ]);
    expect(location).toBe(`/portal/api/v1/customer/v1${PATH}`);
    expect(api.plane.comparing.written()).toBe(2);
  });

  it('answers the same key with the same cases, and with 409 if the cases differ', async () => {
    const { api, as } = prepared();
    const first = await as().create({ cases: [makeCaseContent()] }, { idempotencyKey: 'k' });
    const again = await as().create({ cases: [makeCaseContent()] }, { idempotencyKey: 'k' });
    expect([first.replayed, again.replayed]).toEqual([false, true]);
    expect(again.data).toEqual(first.data);
    expect(api.plane.comparing.written()).toBe(1);
    expect(
      await toRefusal(as().create({ cases: [makeCaseContent({ critical: true })] }, { idempotencyKey: 'k' })),
    ).toMatchObject({
      status: 409,
      errors: [{ code: 'key_reused' }],
    });
  });

  it.each<[string, Partial<CaseContent>, string]>([
    [
      'whose last message is not from the user',
      { messages: [{ role: 'assistant', content: 'Hi' }] },
      '/messages/0/role',
    ],
    ['with an invalid pattern', { label: { kind: 'pattern', expected: '(' } }, '/label/expected'],
    ['whose pattern uses a lookbehind', { label: { kind: 'pattern', expected: '(?<=a)b' } }, '/label/expected'],
    ['that expects no choice', { label: { kind: 'choice', expected: 'C', choices: ['A', 'B'] } }, '/label/expected'],
    ['that expects invalid JSON', { label: { kind: 'json', expected: '{' } }, '/label/expected'],
    ['that expects nothing', { label: { kind: 'exact', expected: '' } }, '/label/expected'],
    ['of a negative tolerance', { label: { kind: 'number', expected: '1', tolerance: '-1' } }, '/label/tolerance'],
    [
      'of an unknown locale',
      { label: { kind: 'number', expected: '1', tolerance: '0', locale: 'xx' } },
      '/label/locale',
    ],
    ['of a blank mark', { label: { kind: 'choice', expected: 'A', choices: ['A', 'B'], mark: ' ' } }, '/label/mark'],
  ])('answers 422 to a case %s, and stores no case', async (_name, change, pointer) => {
    const { api, as } = prepared();
    expect(await toRefusal(as().create({ cases: [makeCaseContent(), makeCaseContent(change)] }))).toMatchObject({
      status: 422,
      type: 'validation_failed',
      errors: [{ pointer: `/cases/1${pointer}` }],
    });
    expect(api.plane.written()).toBe(0);
  });

  it.each([
    ['no case', { cases: [] }],
    ['more than 100', { cases: Array<object>(101).fill(makeCaseContent()) }],
    ['a member that is not known', { cases: [{ ...makeCaseContent(), name: 'x' }] }],
    ['a check that is not known', { cases: [{ ...makeCaseContent(), label: { kind: 'close', expected: 'x' } }] }],
    ['no messages', { cases: [{ ...makeCaseContent(), messages: [] }] }],
  ])('answers 422 to %s', async (_name, body) => {
    expect((await prepared().api.post(PATH, { body })).status).toBe(422);
  });

  it('answers 422 before 403, and 403 before faults that require a look-up', async () => {
    const { api } = prepared();
    expect((await api.post(PATH, { as: 'costless', body: {} })).status).toBe(422);
    const useless = { cases: [makeCaseContent({ label: { kind: 'exact', expected: '' } })] };
    expect((await api.post(PATH, { as: 'costless', body: useless })).status).toBe(403);
  });

  it('answers 404 for a gateway outside of the path’s tenancy', async () => {
    const { as } = prepared();
    for (const place of [{ applicationId: SECOND_APPLICATION_ID }, { gatewayId: demoId('gateway', 3) }]) {
      expect(await toRefusal(as('owner', place).create({ cases: [makeCaseContent()] }))).toMatchObject({ status: 404 });
    }
  });
});

describe('customer.cases.list', () => {
  it('answers 200 with only the gateway’s cases at their latest versions, newest first and page by page', async () => {
    const { api, as } = prepared();
    const one = await makeCase(api);
    api.now = new Date('2026-03-01T12:00:01.000Z');
    const two = await makeCase(api);
    await as('owner', BESIDE).create({ cases: [makeCaseContent()] });
    const revised = (await as().revise(one.case_id, { expected_version: '1', ...makeCaseContent({ critical: true }) }))
      .data;
    const first = await as().list({ limit: 1 }).page();
    expect(first.items).toEqual([two]);
    expect((await as().list({ limit: 1, cursor: first.nextCursor }).page()).items).toEqual([revised]);
  });
});

describe('customer.cases.get', () => {
  it('answers 200 with the case at its latest version', async () => {
    const { api, as } = prepared();
    const one = await makeCase(api);
    expect((await as().get(one.case_id)).data).toEqual(one);
    const two = (await as().revise(one.case_id, { expected_version: '1', ...makeCaseContent({ critical: true }) }))
      .data;
    expect((await as().get(one.case_id)).data).toEqual(two);
  });

  it('answers 404 for a case of another gateway, and for a missing case', async () => {
    const { api, as } = prepared();
    const { case_id: id } = await makeCase(api);
    expect(await toRefusal(as('owner', BESIDE).get(id))).toMatchObject({ status: 404 });
    expect(await toRefusal(as().get(demoId('case', 77)))).toMatchObject({ status: 404 });
  });
});

describe('customer.cases.versions', () => {
  it('answers 200 with all versions, newest first and page by page', async () => {
    const { api, as } = prepared();
    const one = await makeCase(api);
    const two = (await as().revise(one.case_id, { expected_version: '1', ...makeCaseContent({ critical: true }) }))
      .data;
    const first = await as().versions(one.case_id, { limit: 1 }).page();
    expect(first.items).toEqual([two]);
    expect((await as().versions(one.case_id, { limit: 1, cursor: first.nextCursor }).page()).items).toEqual([
      { ...one, latest_version: '2' },
    ]);
  });

  it('answers 404 for a case of another gateway', async () => {
    const { api, as } = prepared();
    const { case_id: id } = await makeCase(api);
    expect(await toRefusal(as('owner', BESIDE).versions(id).page())).toMatchObject({ status: 404 });
  });
});

describe('customer.cases.revise', () => {
  it('answers 201 with the next version, and keeps the earlier versions', async () => {
    const { api, as } = prepared();
    const one = await makeCase(api);
    api.now = new Date('2026-03-02T12:00:00.000Z');
    const content = makeCaseContent({ reference_notes: 'Short.' });
    const { data } = await as().revise(one.case_id, { expected_version: '1', ...content });
    expect(data).toEqual({
      ...one,
      ...content,
      version: '2',
      latest_version: '2',
      versioned_at: '2026-03-02T12:00:00.000Z',
    });
  });

  it('answers 412 to an old version, before faults of the case', async () => {
    const { api, as } = prepared();
    const { case_id: id } = await makeCase(api);
    await as().revise(id, { expected_version: '1', ...makeCaseContent() });
    const useless = makeCaseContent({ label: { kind: 'exact', expected: '' } });
    expect(await toRefusal(as().revise(id, { expected_version: '1', ...useless }))).toMatchObject({
      status: 412,
      errors: [{ pointer: '/expected_version', code: 'revision_stale' }],
    });
    expect(await toRefusal(as().revise(id, { expected_version: '2', ...useless }))).toMatchObject({
      status: 422,
      errors: [{ pointer: '/label/expected' }],
    });
  });
});
