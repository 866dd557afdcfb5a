import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoId, ORGANIZATION_ID, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { callerToken } from '../../../testing/apps/demo-callers.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

const PATH = `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/applications/${demoId('application', 1)}/gateways/${demoId('gateway', 1)}/environments/${demoId('environment', 1)}/traffic/litellm`;
const RECORDED = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../unit/contracts/ingest/litellm/recorded-log.json'), 'utf8'),
) as Record<string, unknown>[];
const LINES = RECORDED.map((entry) => JSON.stringify(entry)).join('\n');

const send = (api: TestApi, body: unknown, headers: Record<string, string> = {}, as: 'gateway' | 'owner' = 'gateway') =>
  api.post<{ data: Record<string, unknown> }>(PATH, { as, body, headers });

describe('the log of LiteLLM', () => {
  it.each<[string, unknown, Record<string, string>]>([
    ['a list', RECORDED, {}],
    // LiteLLM's setting `ndjson` sends this with the media type of JSON.
    ['lines', LINES, { 'content-type': 'application/json' }],
    ['lines that are called so', LINES, { 'content-type': 'application/x-ndjson' }],
  ])('is stored as %s', async (_name, body, headers) => {
    const api = new TestApi();
    api.plane.takeStatedCosts(callerToken('gateway'));
    const answer = await send(api, body, headers);
    expect([answer.status, answer.body.data]).toEqual([200, { accepted: 7, refused: 0, faults: [] }]);
    const events = api.journal.events();
    // A call that was answered from a cache has neither attempt nor cost.
    expect(events).toHaveLength(6 * 4 + 2);
    const costs = events.filter(({ event }) => event === 'cost_effect');
    expect(
      costs.map((cost) => [cost['price_state'], cost['nanos'], cost['estimated'], cost['price_revision']]),
    ).toEqual([
      ['priced', '3900', undefined, undefined],
      ['priced', '76000', undefined, undefined],
      ['priced', '29', true, 'prices of tests 1'],
      ['priced', '0', true, undefined],
      ['unpriced', undefined, undefined, 'prices of tests 1'],
      ['priced', '3900', undefined, undefined],
    ]);
  });

  it('is stored as one entry', async () => {
    const api = new TestApi();
    expect((await send(api, RECORDED[3])).body.data).toEqual({ accepted: 1, refused: 0, faults: [] });
  });

  it('reports entries that are not model calls and invalid ones, and stores no content', async () => {
    const api = new TestApi();
    const secret = { messages: [{ role: 'user', content: 'a secret' }] };
    const body = [
      { ...RECORDED[0], ...secret },
      { ...RECORDED[1], call_type: 'amoderation', ...secret },
      { ...RECORDED[2], model: null, ...secret },
    ]
      .map((entry) => JSON.stringify(entry))
      .concat('{"messages":"a secret"')
      .join('\n');
    const { data } = (await send(api, body, { 'content-type': 'application/x-ndjson' })).body;
    expect(data).toMatchObject({
      accepted: 1,
      ignored: 1,
      refused: 2,
      faults: [
        {
          ...{ index: 2, pointer: '', reason: 'wrong_shape', detail: 'The entry names no model.' },
          ...{ missing_at: '2026-11-23T04:51:01.430Z', closed_by: 'corrected_event' },
        },
        {
          ...{
            index: 3,
            pointer: '',
            reason: 'not_json',
            detail: 'The line is not valid JSON: at line 1, column 23, a closing brace or a comma is expected.',
          },
          ...{ missing_at: '2026-03-01T12:00:00.000Z', closed_by: 'operator' },
        },
      ],
    });
    const aside = api.journal.events().filter(({ event }) => event === 'unreadable');
    const id = `${String(RECORDED[2]!['litellm_call_id'])}.${Date.parse('2026-11-23T04:51:01.430Z')}`;
    expect(aside.map((line) => [line['occurred_at'], line['known_by']])).toEqual([
      ['2026-11-23T04:51:01.430Z', { event: 'request_admitted', logical_request_id: id }],
      ['2026-03-01T12:00:00.000Z', undefined],
    ]);
    expect(api.journal.lines.join('\n')).not.toContain('secret');
  });

  it('is refused with a person’s credential, and delayed while the journal accepts no lines', async () => {
    const api = new TestApi();
    expect((await send(api, RECORDED, {}, 'owner')).status).toBe(401);
    api.journal.backpressure = 'disk_full';
    const { status, headers } = await send(api, RECORDED);
    expect([status, headers['retry-after']]).toEqual([503, '10']);
    expect(api.journal.lines).toEqual([]);
  });

  it('is refused completely if its list is not JSON', async () => {
    const api = new TestApi();
    expect((await send(api, '[{', { 'content-type': 'application/json' })).status).toBe(422);
  });
});
