import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { demoId, ORGANIZATION_ID, SUBJECTS, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { makeAdmission } from '../../../testing/api/made-traffic.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

const ENVIRONMENT = demoId('environment', 1);
const PATH = `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/applications/${demoId('application', 1)}/gateways/${demoId('gateway', 1)}/environments/${ENVIRONMENT}/traffic`;
const SCOPE = {
  organization_id: ORGANIZATION_ID,
  workspace_id: WORKSPACE_ID,
  application_id: demoId('application', 1),
  gateway_id: demoId('gateway', 1),
  environment_id: ENVIRONMENT,
};
const HERE = {
  organizationId: ORGANIZATION_ID,
  workspaceId: WORKSPACE_ID,
  applicationId: demoId('application', 1),
  gatewayId: demoId('gateway', 1),
  environmentId: ENVIRONMENT,
};
/** The members that identify `makeAdmission`. */
const KNOWN = { event: 'request_admitted', logical_request_id: 'req-1' };
const ndjson = { 'content-type': 'application/x-ndjson' };

async function send(api: TestApi, body: unknown, headers: Record<string, string> = {}) {
  return api.post<{ data: Record<string, unknown>; detail: string }>(PATH, { as: 'gateway', body, headers });
}

/**
 * A frame as `zstd -19` compresses 8 MiB of zeros: a few hundred bytes. Each of these blocks of four bytes stands for
 * 128 KiB of zeros.
 */
function zstdBomb(blocks: number): Buffer {
  const block = Buffer.from([0x02, 0x00, 0x10, 0x00]);
  const last = Buffer.from([0x03, 0x00, 0x10, 0x00]);
  return Buffer.concat([
    Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58]),
    ...Array<Buffer>(blocks - 1).fill(block),
    last,
  ]);
}

/** A frame with one block that is stored uncompressed. */
function storedAsZstd(text: string): Buffer {
  const bytes = Buffer.from(text);
  const head = Buffer.alloc(3);
  head.writeUIntLE((bytes.length << 3) | 1, 0, 3);
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58]), head, bytes]);
}

describe('traffic over HTTP', () => {
  const event = JSON.stringify(makeAdmission());

  it.each<[string, unknown, Record<string, string>]>([
    ['a document', makeAdmission(), {}],
    ['a list', [makeAdmission()], {}],
    ['a line', `\n${event}\r\n\n`, ndjson],
    [
      'a document, compressed with gzip',
      gzipSync(event),
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    ],
    ['a document after a byte order mark', `\ufeff${event}`, {}],
    ['a line after a byte order mark', `\ufeff${event}\n`, ndjson],
    ['a line of ndjson', event, { 'content-type': 'Application/NDJSON' }],
    ['a line of jsonl', event, { 'content-type': 'application/jsonl; charset=utf-8' }],
    ['lines, compressed with zstd', storedAsZstd(`${event}\n`), { ...ndjson, 'content-encoding': 'zstd' }],
  ])('is accepted as %s, and stored with the scope of its credential', async (_name, body, headers) => {
    const api = new TestApi();
    const answer = await send(api, body, headers);
    expect([answer.status, answer.body.data]).toEqual([200, { accepted: 1, refused: 0, faults: [] }]);
    expect(api.journal.events()).toEqual([{ ...makeAdmission(), scope: SCOPE }]);
  });

  it('excludes what a later price table would add to spend, and stores the reason of a missing price', async () => {
    const api = new TestApi();
    const cost = {
      ...{ event: 'cost_effect', schema: 1, purpose: 'application', logical_request_id: 'greq_1' },
      ...{ effect_id: 'e', effect_kind: 'settlement', attempt_id: 'a', provider_id: 'p', provider_model: 'm' },
      ...{ occurred_at: '2026-01-05T10:00:00.000Z', price_state: 'unpriced', price_revision: 'r' },
      unpriced_reason: 'model_not_in_table',
    };
    const { body } = await send(api, [cost, { ...cost, price_basis: '{"provider":"openai"}' }]);
    expect(body.data).toMatchObject({
      ...{ accepted: 1, refused: 1 },
      faults: [
        {
          ...{ index: 1, reason: 'broken_rule', pointer: '' },
          detail: 'price_basis is never sent: omit it. Send a price_transition once you know the price.',
        },
      ],
    });
    expect(api.journal.events()[0]).toEqual({ ...cost, scope: SCOPE });
    expect(api.journal.events()[1]).toMatchObject({ event: 'unreadable' });
  });

  it('accepts no outcomes, and stores no trace of them', async () => {
    const api = new TestApi();
    const { body } = await send(api, JSON.stringify({ event: 'evaluation_outcome', basis: 'measured' }));
    const fault = {
      index: 0,
      pointer: '/event',
      reason: 'unknown_event',
      detail: 'This lane accepts no outcomes. Send them to the management plane, which identifies their sender.',
    };
    expect(body.data).toEqual({ accepted: 0, refused: 1, faults: [fault] });
    expect(api.journal.lines).toEqual([]);
  });

  it('reports each fault by its position, stores valid events, and quarantines others', async () => {
    const api = new TestApi();
    const lines = [
      event,
      '{"event":"request_admitted"',
      '',
      JSON.stringify({ ...makeAdmission(), streaming: 'no' }),
      JSON.stringify({ ...makeAdmission(), scope: { ...SCOPE, environment_id: demoId('environment', 2) } }),
      JSON.stringify({ event: 'request_admited' }),
      JSON.stringify({ ...makeAdmission(), scope: SCOPE, logical_request_id: 'req-2' }),
      JSON.stringify({ ...makeAdmission(), route_id: 'x'.repeat(70_000) }),
    ];
    const { body } = await send(api, lines.join('\n'), ndjson);
    const { faults, ...counts } = body.data as { faults: Record<string, unknown>[] };
    expect(counts).toEqual({ accepted: 2, refused: 5 });
    expect(faults).toMatchObject([
      {
        index: 1,
        pointer: '',
        reason: 'not_json',
        detail: 'The line is not valid JSON: at line 1, column 28, a closing brace or a comma is expected.',
        missing_at: '2026-03-01T12:00:00.000Z',
        closed_by: 'operator',
      },
      {
        index: 3,
        pointer: '/streaming',
        reason: 'wrong_shape',
        detail: '/streaming must be true or false, not a string.',
        missing_at: '2026-03-01T11:00:00.000Z',
        closed_by: 'corrected_event',
      },
      {
        index: 4,
        pointer: '/scope',
        reason: 'unknown_scope',
        detail:
          'This credential writes the traffic of another environment. Omit `scope`, or use the credential of that environment.',
      },
      {
        index: 5,
        pointer: '/event',
        reason: 'unknown_event',
        detail: 'The member event names no event of this format: did you mean request_admitted?',
      },
      {
        index: 7,
        pointer: '',
        reason: 'too_long',
        detail: 'The line is longer than 65536 characters. Shorten the line.',
      },
    ]);
    const here = { organization_id: ORGANIZATION_ID, workspace_id: WORKSPACE_ID, environment_id: ENVIRONMENT };
    const aside = { event: 'unreadable', scope: here, producer_class: 'gateway_journal' };
    const arrived = { ...aside, occurred_at: '2026-03-01T12:00:00.000Z' };
    const saidAt = { ...aside, occurred_at: '2026-03-01T11:00:00.000Z' };
    const [first, unreadable, misshapen, unknown, second, long, ...more] = api.journal.events();
    expect(more).toEqual([]);
    expect([first, second]).toEqual([
      { ...makeAdmission(), scope: SCOPE },
      { ...makeAdmission(), scope: SCOPE, logical_request_id: 'req-2' },
    ]);
    // Each gap belongs to the environment. Its time is the event's time, or else the time of arrival.
    const text = JSON.stringify({ ...makeAdmission(), streaming: 'no', scope: SCOPE });
    expect(misshapen).toEqual({
      ...saidAt,
      reason: 'wrong_shape',
      detail: '/streaming must be true or false, not a string.',
      text,
      known_by: KNOWN,
    });
    expect(unreadable).toMatchObject({ ...arrived, reason: 'not_json', text: lines[1] });
    expect(unknown).toMatchObject({ ...arrived, reason: 'unknown_event' });
    expect(long).toMatchObject({ ...saidAt, reason: 'too_long', known_by: KNOWN });
    expect([unreadable, unknown].map((line) => line!['known_by'])).toEqual([undefined, undefined]);
    expect(String(long!['text'])).toHaveLength(2_000);
  });

  it.each<[string, string, string]>([
    ['a member twice', '{"event":"x","event":"y"}', '/event appears twice.'],
    ['too deep nesting', `${'['.repeat(70)}${']'.repeat(70)}`, `${'/0'.repeat(64)} is nested deeper than 64 levels.`],
    [
      'no JSON',
      '{"text":"],[\\\\\\"{",}',
      'The item is not valid JSON: at line 2, column 20, a member name in double quotes is expected.',
    ],
    ['no UTF-8', '"\u00ff"', 'The item is not valid JSON in UTF-8.'],
  ])('accepts the rest of a list that contains %s', async (_name, item, detail) => {
    const api = new TestApi();
    const other = JSON.stringify(makeAdmission({ logical_request_id: 'req-2' }));
    const body = Buffer.from(` [${event} ,\n${item},${other}]\n`, 'latin1');
    const answer = await send(api, body, { 'content-type': 'application/json' });
    const fault = { index: 1, pointer: '', reason: 'not_json', detail };
    expect(answer.body.data).toMatchObject({ accepted: 2, refused: 1, faults: [fault] });
    expect(api.journal.events().map((line) => line['event'])).toEqual([
      'request_admitted',
      'unreadable',
      'request_admitted',
    ]);
  });

  it.each([
    ['it has more cached tokens than input tokens', { cache_read_tokens: 2, cache_write_tokens: 2 }],
    ['it has more reasoning tokens than output tokens', { reasoning_tokens: 5 }],
    ['its total is less than its input and output', { total_tokens: 6 }],
  ])('refuses an attempt if %s', async (_name, change) => {
    const api = new TestApi();
    const attempt = {
      ...makeAdmission({ admitted_at: undefined, streaming: undefined }),
      ...{ event: 'attempt', attempt_id: 'a', ordinal: 1, role: 'primary', route_changed: false },
      ...{
        output_state: 'complete',
        provider_id: 'p',
        provider_model: 'm',
        usage_source: 'provider',
        usage_known: true,
      },
      ...{ input_tokens: 3, output_tokens: 4, total_tokens: 7, dispatched_at: '2026-03-01T11:00:00.000Z' },
    };
    expect((await send(api, attempt)).body.data).toMatchObject({ accepted: 1 });
    const { body } = await send(api, { ...attempt, ...change });
    const fault = { reason: 'broken_rule', missing_at: '2026-03-01T11:00:00.000Z', closed_by: 'corrected_event' };
    expect(body.data).toMatchObject({ accepted: 0, refused: 1, faults: [fault] });
  });

  it('quarantines an event without a time under exactly the ids that will identify it', async () => {
    const api = new TestApi();
    const untimed = (change: object) => ({ ...makeAdmission({ admitted_at: 'yesterday' }), ...change });
    await send(api, [
      untimed({ attempt_id: 'a', trace_id: 't' }),
      untimed({ event: 'attempt', attempt_id: 'a' }),
      untimed({ event: 'attempt' }),
      untimed({ event: 'coverage_gap' }),
      untimed({ logical_request_id: 'ü'.repeat(257) }),
      untimed({ logical_request_id: ['req-1'] }),
      untimed({ logical_request_id: '\ud800' }),
    ]);
    expect(api.journal.events().map(({ event, known_by }) => [event, known_by])).toEqual(
      [
        KNOWN,
        { event: 'attempt', logical_request_id: 'req-1', attempt_id: 'a' },
        ...Array<undefined>(4).fill(undefined),
        // The corrected line will be read with the same replacement character.
        { event: 'request_admitted', logical_request_id: '\ufffd' },
      ].map((known) => ['unreadable', known]),
    );
  });

  it('lists a hundred faults, and counts all of them', async () => {
    const { body } = await send(new TestApi(), Array(150).fill({}));
    expect([body.data['accepted'], body.data['refused']]).toEqual([0, 150]);
    expect(body.data['faults']).toHaveLength(100);
  });

  it('accepts a gap of its complete workspace from its environment, like other sources', async () => {
    const api = new TestApi();
    const gap = {
      event: 'coverage_gap',
      schema: 1,
      producer_class: 'gateway_journal',
      from: '2026-03-01T10:00:00Z',
      to: '2026-03-01T11:00:00Z',
      reason: 'The gateway was replaced.',
    };
    expect((await send(api, gap)).body.data).toMatchObject({ accepted: 1 });
    expect(api.journal.events()).toEqual([
      { ...gap, scope: { organization_id: ORGANIZATION_ID, workspace_id: WORKSPACE_ID } },
    ]);
  });

  const json = { 'content-type': 'application/json' };
  it.each<[string, unknown, Record<string, string>, number, string]>([
    ['nothing', '', json, 422, 'The body is empty. Send the data in the body of the request.'],
    [
      'no JSON',
      '[{',
      json,
      422,
      'The body is not valid JSON: at line 1, column 3, a closing brace or a comma is expected.',
    ],
    ['a nest', '['.repeat(5_000_000), json, 422, `${'/0'.repeat(64)} is nested deeper than 64 levels.`],
    [
      'too many events',
      '{}\n'.repeat(10_001),
      ndjson,
      413,
      'The request has too many events. Send at most 10000 in one request.',
    ],
    [
      'too many bytes',
      ' '.repeat(5_242_881),
      json,
      413,
      'The body is larger than 5 MiB (5,242,880 bytes). Send fewer events in one request.',
    ],
    [
      'a bomb of gzip',
      gzipSync(Buffer.alloc(300_000_000)),
      { ...json, 'content-encoding': 'gzip' },
      413,
      'The body has more than 5242880 bytes when decoded. Send less data in one request.',
    ],
    [
      'a bomb of zstd',
      zstdBomb(8_000),
      { ...json, 'content-encoding': 'zstd' },
      413,
      'The body has more than 5242880 bytes when decoded, or is not valid zstd. Send less data in one request.',
    ],
    [
      'a body that is not gzip',
      Buffer.from('{}'),
      { ...json, 'content-encoding': 'gzip' },
      422,
      'The body is not valid gzip, or is incomplete. Compress it again.',
    ],
    [
      'another coding',
      Buffer.from('{}'),
      { ...json, 'content-encoding': 'br' },
      415,
      'The `content-encoding` "br" is not accepted. Send the body uncompressed, or compressed with gzip or zstd.',
    ],
    [
      'another type',
      'a,b',
      { 'content-type': 'text/csv' },
      415,
      'The content type is not accepted. Send the body as `application/json or application/x-ndjson or application/ndjson or application/jsonl or application/x-jsonlines`.',
    ],
  ])('refuses %s completely', async (_name, body, headers, status, detail) => {
    const api = new TestApi();
    const answer = await send(api, body, headers);
    expect([answer.status, answer.body.detail]).toEqual([status, detail]);
    expect(api.journal.lines).toEqual([]);
  });

  it.each([
    ['indexer_behind', 'Too much traffic waits to be loaded. Send this traffic again later.'],
    ['disk_full', 'The disk for traffic is nearly full. Send this traffic again later.'],
  ] as const)('is delayed while %s', async (backpressure, detail) => {
    const api = new TestApi();
    api.journal.backpressure = backpressure;
    const { status, headers, body } = await send(api, makeAdmission());
    expect([status, headers['retry-after'], body.detail]).toEqual([503, '10', detail]);
    expect(body).toMatchObject({ type: 'dependency_unavailable', next_action: 'retry' });
  });

  it('is delayed while the share of its own credential is full, and other credentials are accepted', async () => {
    const api = new TestApi();
    await send(api, makeAdmission());
    const [author] = api.journal.authors;
    api.journal.full = author?.key;
    const { status, headers, body } = await send(api, makeAdmission());
    expect([status, headers['retry-after'], body.detail]).toEqual([
      503,
      '1',
      'Too much traffic of this credential waits to be loaded. Send this traffic again later.',
    ]);
    expect(api.journal.lines).toHaveLength(1);
    api.journal.full = 'another';
    expect((await send(api, makeAdmission())).status).toBe(200);
    expect(api.journal.authors).toEqual([author, author]);
  });

  it('is acknowledged only after it is written', async () => {
    const api = new TestApi();
    api.journal.fault = new Error('ENOSPC: no space left on device');
    const { status, body } = await send(api, makeAdmission());
    expect(status).toBe(503);
    expect(body.detail).toBe('The journal could not be written, so this request may be lost. Send the request again.');
    expect(JSON.stringify(body)).not.toContain('ENOSPC');
  });

  it('is 503 without a journal', async () => {
    const api = new TestApi({ traffic: undefined as never });
    expect((await send(api, makeAdmission())).status).toBe(503);
  });

  it('has one audit row per credential and minute, with the number of requests', async () => {
    const api = new TestApi({});
    for (let count = 0; count < 5; count += 1) await send(api, makeAdmission());
    await send(api, '[');
    await api.post(PATH, { as: 'owner', body: makeAdmission() });
    await api.app.close();
    expect(api.audit.rows.map(({ operation, requests, end }) => [operation, requests, end])).toEqual([
      ['customer.traffic.send', 5, { outcome: 'accepted', status: 200, targets: [] }],
      ['customer.traffic.send', 1, { outcome: 'refused', status: 422, code: 'validation_failed' }],
      ['customer.traffic.send', 1, { outcome: 'refused', status: 401, code: 'unauthorized' }],
    ]);
    expect(api.audit.rows[0]).toMatchObject({
      subjectId: SUBJECTS.owner,
      credentialId: SUBJECTS.owner.replace('sub_', 'cred_'),
      organizationId: ORGANIZATION_ID,
      workspaceId: WORKSPACE_ID,
      targets: [demoId('application', 1), demoId('gateway', 1), ENVIRONMENT],
    });
    expect(api.audit.rows[0]).not.toHaveProperty('environment');
  });

  it('is sent by the client, which gets the result', async () => {
    const api = new TestApi();
    const events = [makeAdmission(), makeAdmission({ logical_request_id: 'req-2' })];
    const receipt = await api.client('gateway', HERE).traffic.send(events);
    expect(receipt).toEqual({ accepted: 2, refused: 0, faults: [] });
    expect(api.journal.lines).toHaveLength(2);
  });
});
