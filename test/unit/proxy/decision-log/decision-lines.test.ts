import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTrafficLine } from '../../../../contracts/ingest/lines/parse-traffic-line.ts';
import { countEvents, splitEvents } from '../../../../contracts/ingest/calls/ended-call.ts';
import type { AdmittedCall } from '../../../../proxy/call/admitted-call.ts';
import { CallDimensions } from '../../../../proxy/call/call-dimensions.ts';
import type { CalledProvider } from '../../../../contracts/ingest/calls/write-ended-call.ts';
import type { RefusingLimit } from '../../../../contracts/ingest/events/refusing-limit.ts';
import { admissionLine, beginsRow, endingLine } from '../../../../proxy/decision-log/decision-lines.ts';
import { TEST_LEAF } from '../../../../testing/gateway/test-keys.ts';

const CALL: AdmittedCall = {
  requestId: 'greq_1',
  key: { keyId: 'kid_1', owner: 'team "a"', leaf: TEST_LEAF, rotations: ['kid_1'] },
  admittedAt: new Date('2026-03-02T08:00:00.999Z'),
  streaming: true,
  traceId: 'trace-é',
  routeId: 'fast',
  bytes: 2_000,
  dimensions: new CallDimensions({ user: 'ü"', 'tag.a"': 'b\\', step_class: 'tool_loop', tool: 'find' }),
  annotations: { note: 'a\nb' },
};
const ATTEMPT: CalledProvider = {
  ...{ provider: 'openai', model: 'gpt-5-mini-2', asked: 'gpt-5-mini', dispatchedMs: 0.4, outputState: 'complete' },
  units: { input_tokens: 5, output_tokens: 7, cache_read_tokens: 3, output_reasoning_tokens: 2 },
  isEstimate: false,
  price: { state: 'priced', nanos: '12', revision: 'r1' },
};
const SCOPE =
  '"scope":{"organization_id":"org_1","workspace_id":"t_1","application_id":"app_1","gateway_id":"gw_1","environment_id":"env_1"}';
const STATED = '"dimensions":{"key":"kid_1","user":"ü\\"","tag.a\\"":"b\\\\","step_class":"tool_loop","tool":"find"}';
const DIMENSIONS = `"schema":1,${SCOPE},"team_id":"team \\"a\\"",${STATED},"purpose":"application","logical_request_id":"greq_1","route_id":"fast","trace_id":"trace-é","input_size_bucket":"medium"`;

describe('the lines of a row', () => {
  it('begin with the caller, and the annotations', () => {
    const line = admissionLine(CALL);
    expect(line).toBe(
      `{"event":"request_admitted",${DIMENSIONS},"admitted_at":"2026-03-02T08:00:00.999Z","streaming":true,"noted":{"key_id":"kid_1","note":"a\\nb"}}`,
    );
    expect(beginsRow([line])).toBe(true);
    expect(admissionLine({ ...CALL, annotations: {} })).toContain('"noted":{"key_id":"kid_1"}}');
  });

  it('have only the key as a dimension if nothing else is known', () => {
    const { dimensions: _, ...call } = CALL;
    for (const dimensions of [{}, { dimensions: new CallDimensions({}) }]) {
      const line = admissionLine({ ...call, ...dimensions, annotations: {} });
      expect(line).toBe(
        `{"event":"request_admitted",${DIMENSIONS.replace(STATED, '"dimensions":{"key":"kid_1"}')},"admitted_at":"2026-03-02T08:00:00.999Z","streaming":true,"noted":{"key_id":"kid_1"}}`,
      );
    }
    const judge = admissionLine({ ...call, purpose: 'judge', annotations: {} });
    expect(judge).toContain('"dimensions":{"key":"kid_1"},"purpose":"judge","logical_request_id":"greq_1"');
  });

  it('have a dimension that was set after an earlier line', () => {
    const dimensions = new CallDimensions({ agent: 'planner' });
    const call = { ...CALL, dimensions };
    expect(admissionLine(call)).toContain('"dimensions":{"key":"kid_1","agent":"planner"}');
    dimensions.set('step_class', 'user_turn');
    expect(admissionLine(call)).toContain('"dimensions":{"key":"kid_1","agent":"planner","step_class":"user_turn"}');
  });

  it('have at most 64 tags, and can be split with the longest values and the most attempts', () => {
    const names = Array.from({ length: 70 }, (_, index) => `tag.${String(index).padStart(32, '0')}`);
    const values = Object.fromEntries(names.map((name) => [name, '"'.repeat(128)]));
    const plain = { ...CALL, key: { ...CALL.key, owner: 'team-a' }, traceId: 'trace-1' };
    const call = { ...plain, dimensions: new CallDimensions({ user: '"'.repeat(128), ...values }) };
    const earlier = Array.from({ length: 9 }, () => ({ ...ATTEMPT, endedMs: 1 }));
    const line = endingLine(call, { status: 'succeeded', totalMs: 9, attempt: ATTEMPT, earlier });
    const events = splitEvents(line).map((event) => parseTrafficLine(event).event);
    expect(events.map((event) => event && 'dimensions' in event && Object.keys(event.dimensions ?? {}))).toEqual(
      Array(21).fill(['key', 'user', ...names.slice(0, 64)]),
    );
  });

  it('end with each attempt, its cost, and the result of the request', () => {
    const turnedAway = { ...ATTEMPT, outputState: 'none', units: undefined, price: 'nothing', endedMs: 1.2 } as const;
    const line = endingLine(CALL, {
      ...{ status: 'succeeded', totalMs: 1_001.26, firstOutputMs: 20.04, earlier: [turnedAway] },
      attempt: { ...ATTEMPT, provider: 'other', dispatchedMs: 2 },
    });
    expect(line).toBe(
      [
        `{"ended":{${DIMENSIONS}},"admitted_at":"2026-03-02T08:00:00.999Z","ended_ms":1001,"attempts":[`,
        '\t{"called":{"provider_id":"openai","provider_model":"gpt-5-mini-2"},"dispatched_ms":0,',
        '"attempt":{"role":"primary","route_changed":false,"output_state":"none","usage_known":false,"usage_source":"none"},',
        '"cost":{"price_state":"priced","nanos":"0","estimated":true},"ended_ms":1},',
        '\t{"called":{"provider_id":"other","provider_model":"gpt-5-mini-2"},"dispatched_ms":2,',
        '"attempt":{"role":"fallback","route_changed":true,"output_state":"complete","usage_known":true,"usage_source":"provider",',
        '"input_tokens":5,"output_tokens":7,"cache_read_tokens":3,"reasoning_tokens":2,"total_tokens":12},',
        '"cost":{"price_state":"priced","nanos":"12","estimated":false,"price_revision":"r1"}}],',
        '"request":{"status":"succeeded","streaming":true,"total_ms":1001.3,"first_output_ms":20}}',
      ].join(''),
    );
    // Its body arrived 500 ms after its head: its instants are later by that time, and its latency is equal.
    const instants = [/"dispatched_ms":\d+/g, /"ended_ms":\d+/g, /"total_ms":[\d.]+/g];
    const later = endingLine(
      { ...CALL, bodyMs: 500 },
      { status: 'succeeded', totalMs: 10, attempt: { ...ATTEMPT, dispatchedMs: 2 }, earlier: [turnedAway] },
    );
    expect(instants.map((each) => later.match(each))).toEqual([
      ['"dispatched_ms":500', '"dispatched_ms":502'],
      ['"ended_ms":510', '"ended_ms":501'],
      ['"total_ms":10'],
    ]);
    const first = `"attempt_id":"greq_1.1","provider_id":"openai","provider_model":"gpt-5-mini-2"`;
    const second = `"attempt_id":"greq_1.2","provider_id":"other","provider_model":"gpt-5-mini-2"`;
    expect(splitEvents(line)).toEqual(
      [
        `"event":"attempt",${DIMENSIONS},${first},"ordinal":1,"role":"primary","route_changed":false,"output_state":"none","usage_known":false,"usage_source":"none","dispatched_at":"2026-03-02T08:00:00.999Z","terminal_at":"2026-03-02T08:00:01.000Z"`,
        `"event":"cost_effect",${DIMENSIONS},${first},"effect_id":"greq_1.1","effect_kind":"settlement","occurred_at":"2026-03-02T08:00:01.000Z","price_state":"priced","nanos":"0","estimated":true`,
        `"event":"attempt",${DIMENSIONS},${second},"ordinal":2,"role":"fallback","route_changed":true,"output_state":"complete","usage_known":true,"usage_source":"provider","input_tokens":5,"output_tokens":7,"cache_read_tokens":3,"reasoning_tokens":2,"total_tokens":12,"dispatched_at":"2026-03-02T08:00:01.001Z","terminal_at":"2026-03-02T08:00:02.000Z"`,
        `"event":"cost_effect",${DIMENSIONS},${second},"effect_id":"greq_1.2","effect_kind":"settlement","occurred_at":"2026-03-02T08:00:02.000Z","price_state":"priced","nanos":"12","estimated":false,"price_revision":"r1"`,
        `"event":"request_terminal",${DIMENSIONS},"admitted_at":"2026-03-02T08:00:00.999Z","terminal_at":"2026-03-02T08:00:02.000Z","status":"succeeded","streaming":true,"total_ms":1001.3,"first_output_ms":20,"final_model":"gpt-5-mini-2","final_provider":"other","attempt_count":2`,
      ].map((members) => `{${members}}`),
    );
    expect(beginsRow([line])).toBe(false);
  });

  it('have the reason of a missing price, and the basis for a later table', () => {
    const unpriced = { state: 'unpriced', reason: 'rates_missing', revision: 'r1' } as const;
    const costOf = (price: CalledProvider['price']): string | undefined =>
      /"cost":\{.*?\}\}\]/.exec(
        endingLine(CALL, { status: 'succeeded', totalMs: 9, attempt: { ...ATTEMPT, price } }),
      )?.[0];
    const fields = '"cost":{"price_state":"unpriced","price_revision":"r1","unpriced_reason":"rates_missing"';
    expect(costOf(unpriced)).toBe(`${fields}}}]`);
    expect(costOf({ ...unpriced, basis: '{"at":"é\t"}' })).toBe(`${fields},"price_basis":"{\\"at\\":\\"é\\t\\"}"}}]`);
    const line = endingLine(CALL, {
      status: 'succeeded',
      totalMs: 9,
      attempt: { ...ATTEMPT, price: { ...unpriced, basis: '{"at":"\t"}' } },
    });
    expect(countEvents(line)).toBe(3);
    expect(JSON.parse(splitEvents(line)[1] ?? '')).toMatchObject({
      unpriced_reason: 'rates_missing',
      price_basis: '{"at":"\t"}',
    });
  });

  it('end with one event if no provider was called', () => {
    const plain: AdmittedCall = { ...CALL, key: { ...CALL.key, owner: 'b' }, streaming: false, bytes: 0 };
    const line = endingLine(plain, { status: 'refused', kind: 'rate_limited', totalMs: 0, firstOutputMs: 3 });
    const dimensions = DIMENSIONS.replace('team \\"a\\"', 'b').replace('medium', 'small');
    expect(splitEvents(line)).toEqual([
      `{"event":"request_terminal",${dimensions},"admitted_at":"2026-03-02T08:00:00.999Z","terminal_at":"2026-03-02T08:00:00.999Z","status":"refused","terminal_kind":"rate_limited","streaming":false,"total_ms":0,"attempt_count":0}`,
    ]);
  });

  it('end with the limit that refused the request', () => {
    const refusedByLimit: RefusingLimit = {
      ...{ id: 'all "month"', node: 'team:org_1:ü\t', unit: 'nano_usd', limit: 5, observed: 4, bound: 1 },
      resets_at: '2026-04-01T00:00:00.000Z',
    };
    const line = endingLine(CALL, { status: 'refused', kind: 'budget_exceeded', totalMs: 0, refusedByLimit });
    expect(countEvents(line)).toBe(1);
    expect(splitEvents(line).map((event) => JSON.parse(event) as unknown)).toMatchObject([
      { event: 'request_terminal', terminal_kind: 'budget_exceeded', refused_by_limit: refusedByLimit },
    ]);
  });

  it('have every name unchanged', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: 'grapheme' }), fc.string(), (provider, model, kind) => {
        const attempt = { ...ATTEMPT, provider, model };
        const events = splitEvents(endingLine(CALL, { status: 'succeeded', totalMs: 9, kind, attempt }));
        expect(events.map((event) => JSON.parse(event) as unknown)).toMatchObject([
          { event: 'attempt', provider_id: provider, provider_model: model },
          { event: 'cost_effect', provider_id: provider, provider_model: model },
          { event: 'request_terminal', final_provider: provider, final_model: model, terminal_kind: kind },
        ]);
      }),
    );
  });

  it.each<[string, Partial<CalledProvider>]>([
    ['of an unknown price', { price: { state: 'unpriced', reason: 'model_not_in_table', revision: 'r1' } }],
    [
      'of a price that a later table may have',
      { price: { state: 'unpriced', reason: 'rates_missing', revision: 'r1', basis: '{"provider":"p"}' } },
    ],
    ['of an estimate', { isEstimate: true, units: { input_tokens: 1, cache_write_tokens: 1 } }],
    ['of the same provider again', { outputState: 'partial' }],
  ])('are valid facts: %s', (_, more) => {
    const attempt = { ...ATTEMPT, ...more };
    const ending = { status: 'succeeded', totalMs: 9, attempt, earlier: [{ ...ATTEMPT, endedMs: 1 }] } as const;
    const call = {
      ...CALL,
      key: { ...CALL.key, owner: 'team-a' },
      traceId: 'trace-1',
      dimensions: new CallDimensions({ user: 'ü', 'tag.app': 'web' }),
      annotations: { tier: 'fast' },
    };
    for (const line of [admissionLine(call), ...splitEvents(endingLine(call, ending))])
      expect(parseTrafficLine(line).event).toEqual(JSON.parse(line));
  });
});
