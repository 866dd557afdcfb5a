import { describe, expect, it } from 'vitest';
import type {
  CapturedContent,
  ContentStore,
  ContentSelection,
} from '../../../contracts/ingest/events/captured-content.ts';
import { MAX_CONTENT_CHARACTERS } from '../../../contracts/ingest/events/content.ts';
import { demoId, ORGANIZATION_ID, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { makeAdmission } from '../../../testing/api/made-traffic.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

const PATH = `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/applications/${demoId('application', 1)}/gateways/${demoId('gateway', 1)}/environments/${demoId('environment', 1)}/traffic`;
const AT = '2026-03-02T08:00:00.000Z';
const LINE = {
  event: 'content',
  schema: 1,
  logical_request_id: 'req-1',
  admitted_at: AT,
  request: 'What is six times seven?',
  response: 'Forty-two.',
};
const HERE = {
  organization_id: ORGANIZATION_ID,
  workspace_id: WORKSPACE_ID,
  application_id: demoId('application', 1),
  gateway_id: demoId('gateway', 1),
  environment_id: demoId('environment', 1),
};
const KEPT = {
  workspaceId: WORKSPACE_ID,
  requestId: 'req-1',
  admittedAt: new Date(AT),
  request: 'What is six times seven?',
  response: 'Forty-two.',
};

/** A store in memory that requests these parts. */
function storeOf(wanted: ContentSelection, keep?: () => Promise<void>) {
  const kept: CapturedContent[] = [];
  const contents: ContentStore = {
    wanted,
    keep: (content) => (keep === undefined ? Promise.resolve(void kept.push(content)) : keep()),
    find: () => Promise.resolve(undefined),
    hasWhole: () => Promise.resolve(false),
    keepReason: () => Promise.resolve(),
    findReasons: () => Promise.resolve([]),
    since: () => new Date(0),
    hasDue: () => Promise.resolve(false),
    removeDue: () => Promise.resolve(0),
    removeBefore: () => Promise.resolve(0),
  };
  return { kept, contents };
}

const BOTH = { request: true, response: true };

async function send(api: TestApi, body: unknown, path = PATH, headers: Record<string, string> = {}) {
  const answer = await api.post<{ data?: Record<string, unknown> }>(path, { as: 'gateway', body, headers });
  return answer.body.data ?? answer.body;
}

describe('content that is sent with traffic', () => {
  it('is stored in its store, and not in the journal', async () => {
    const { kept, contents } = storeOf(BOTH);
    const api = new TestApi({ contents });
    expect(await send(api, [makeAdmission(), LINE])).toEqual({ accepted: 2, refused: 0, faults: [] });
    expect(kept).toEqual([KEPT]);
    expect(api.journal.lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
      'request_admitted',
    ]);
  });

  it.each([
    ['nothing', undefined, [], { accepted: 0, ignored: 1 }],
    ['the request', { request: true, response: false }, ['request'], { accepted: 1 }],
    ['the response', { request: false, response: true }, ['response'], { accepted: 1 }],
  ])('is stored as far as it is configured: %s', async (_, wanted, parts, counts) => {
    const { kept, contents } = storeOf(wanted ?? BOTH);
    const api = new TestApi(wanted === undefined ? {} : { contents });
    expect(await send(api, LINE)).toEqual({ ...counts, refused: 0, faults: [] });
    expect(kept.map((content) => ['request', 'response'].filter((part) => part in content))).toEqual(
      parts.length === 0 ? [] : [parts],
    );
    expect(api.journal.lines).toEqual([]);
  });

  it.each([
    ['/response', 'too_long', { ...LINE, response: 'x'.repeat(MAX_CONTENT_CHARACTERS + 1) }],
    ['/request', 'wrong_shape', { ...LINE, request: 7 }],
    ['/prompt', 'wrong_shape', { ...LINE, prompt: 'x' }],
    ['/admitted_at', 'broken_rule', { ...LINE, admitted_at: '2099-01-01T00:00:00.000Z' }],
    ['/scope', 'unknown_scope', { ...LINE, scope: { ...HERE, environment_id: demoId('environment', 2) } }],
  ])('with a fault at %j is refused as %s, and not quarantined', async (pointer, reason, line) => {
    const { kept, contents } = storeOf(BOTH);
    const api = new TestApi({ contents });
    expect(await send(api, line)).toMatchObject({ accepted: 0, refused: 1, faults: [{ index: 0, pointer, reason }] });
    expect([kept, api.journal.lines]).toEqual([[], []]);
  });

  it('that is not JSON is refused, and not quarantined', async () => {
    const api = new TestApi({ contents: storeOf(BOTH).contents });
    const body = '{"event": "content", "request": "secret\n';
    expect(await send(api, body, PATH, { 'content-type': 'application/x-ndjson' })).toMatchObject({
      refused: 1,
      faults: [{ reason: 'not_json' }],
    });
    expect(api.journal.lines).toEqual([]);
  });

  it('that cannot be written to disk is refused, and does not block traffic', async () => {
    const { contents } = storeOf(BOTH, () => Promise.reject(new Error('ENOSPC')));
    const api = new TestApi({ contents });
    expect(await send(api, [LINE, makeAdmission()])).toEqual({
      accepted: 1,
      refused: 1,
      faults: [
        {
          index: 0,
          pointer: '',
          reason: 'not_kept',
          detail: 'Content cannot be stored at the moment, but traffic can. Send the content again later.',
        },
      ],
    });
    expect(api.journal.lines).toHaveLength(1);
  });
});

describe('messages of spans', () => {
  const span = (attributes: Record<string, string>) => ({
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              {
                traceId: '5b8efff798038103d269b633813fc60c',
                spanId: 'eee19b7ec3c1b174',
                startTimeUnixNano: `${Date.parse(AT)}000000`,
                endTimeUnixNano: `${Date.parse(AT) + 900}000000`,
                attributes: Object.entries({
                  'gen_ai.operation.name': 'chat',
                  'gen_ai.provider.name': 'openai',
                  'gen_ai.response.model': 'gpt-5',
                  ...attributes,
                }).map(([key, stringValue]) => ({ key, value: { stringValue } })),
              },
            ],
          },
        ],
      },
    ],
  });
  const asked = '[{"role":"user","parts":[{"type":"text","content":"Six times seven?"}]}]';
  const answered = '[{"role":"assistant","parts":[{"type":"text","content":"42"}]}]';

  it.each<[string, Record<string, string>, object[]]>([
    [
      'of the conventions',
      { 'gen_ai.input.messages': asked, 'gen_ai.output.messages': answered },
      [{ request: asked, response: answered }],
    ],
    [
      'with instructions',
      { 'gen_ai.input.messages': asked, 'gen_ai.system_instructions': '[{"type":"text","content":"Be short."}]' },
      [{ request: `[{"type":"text","content":"Be short."}]\n${asked}` }],
    ],
    [
      'of older conventions',
      { 'gen_ai.prompt': 'Six?', 'gen_ai.completion': '42' },
      [{ request: 'Six?', response: '42' }],
    ],
    [
      'of attributes for each of them',
      {
        'gen_ai.prompt.1.content': 'Six?',
        'gen_ai.prompt.1.role': 'user',
        'gen_ai.prompt.0.role': 'system',
        'gen_ai.completion.0.content': '42',
      },
      [{ request: '[{"role":"system"},{"content":"Six?","role":"user"}]', response: '[{"content":"42"}]' }],
    ],
    ['that are too long', { 'gen_ai.input.messages': 'x'.repeat(MAX_CONTENT_CHARACTERS + 1) }, []],
    ['that are invalid', {}, []],
  ])('%s are stored unchanged, and the call with or without them', async (_, attributes, expected) => {
    const { kept, contents } = storeOf(BOTH);
    const api = new TestApi({ contents });
    expect(await send(api, span(attributes), `${PATH}/otlp/v1/traces`)).toEqual({});
    const known = {
      workspaceId: WORKSPACE_ID,
      requestId: '5b8efff798038103d269b633813fc60c-eee19b7ec3c1b174',
      admittedAt: new Date(AT),
    };
    expect(kept).toEqual(expected.map((parts) => ({ ...known, ...parts })));
    expect(api.journal.lines).toHaveLength(4);
    expect(api.journal.lines.join()).not.toContain('42');
  });

  it('are also read as lists and mappings, and from events of the span, after its own attributes', async () => {
    const { kept, contents } = storeOf(BOTH);
    const api = new TestApi({ contents });
    const text = (value: string) => ({ stringValue: value });
    const mapping = (members: Record<string, object>) => ({
      kvlistValue: { values: Object.entries(members).map(([key, value]) => ({ key, value })) },
    });
    const list = (...values: object[]) => ({ arrayValue: { values } });
    const body = span({ 'gen_ai.completion': '42' });
    const structured = list(
      mapping({ role: text('user'), tokens: { intValue: '3' }, parts: list(mapping({ content: text('Six?') })) }),
    );
    Object.assign(body.resourceSpans[0]!.scopeSpans[0]!.spans[0]!, {
      events: [
        { name: 'exception', attributes: [{ key: 'gen_ai.system_instructions', value: text('Not this.') }] },
        {
          name: 'gen_ai.client.inference.operation.details',
          attributes: [
            { key: 'gen_ai.input.messages', value: structured },
            { key: 'gen_ai.completion', value: text('43') },
          ],
        },
      ],
    });
    expect(await send(api, body, `${PATH}/otlp/v1/traces`)).toEqual({});
    expect(kept).toMatchObject([
      { request: '[{"role":"user","tokens":3,"parts":[{"content":"Six?"}]}]', response: '42' },
    ]);
    expect(api.journal.lines.join()).not.toContain('Six?');
  });

  it('that cannot be written to disk do not affect the call', async () => {
    const { contents } = storeOf(BOTH, () => Promise.reject(new Error('ENOSPC')));
    const api = new TestApi({ contents });
    expect(await send(api, span({ 'gen_ai.input.messages': asked }), `${PATH}/otlp/v1/traces`)).toEqual({});
    expect(api.journal.lines).toHaveLength(4);
  });
});
