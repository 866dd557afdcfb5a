import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { CallDecisionSchema, type CallDecision } from '../../../../contracts/gateway/decisions/call-decision.ts';
import { readCallDecisions } from '../../../../journal/decisions/read-call-decisions.ts';
import { makeCallDecision } from '../../../../testing/journal/fake-decisions.ts';
import {
  MADE_ATTEMPT,
  makeCallLine,
  makeRefusalLine,
  makeSharedRefusalLine,
  type CallLineChange,
} from '../../../../testing/journal/make-call-line.ts';

const read = (line: string, skippedBefore = 0): CallDecision[] => readCallDecisions({ line, skippedBefore });
const readOne = (change: CallLineChange): CallDecision => read(makeCallLine(change))[0]!;

const UNPRICED = {
  ...MADE_ATTEMPT,
  price: { state: 'unpriced', reason: 'model_not_in_table', revision: 'prices-1' },
} as const;

describe('the calls of a line', () => {
  it('have the provider that answered, the cost and the key, but no user and no tenant', () => {
    const [decision] = read(makeCallLine(), 7);
    expect(decision).toEqual(makeCallDecision({ skipped_before: 7 }));
    expect(JSON.stringify(decision)).not.toMatch(/ada@example\.com|acme/);
    expect([...Value.Errors(CallDecisionSchema, decision)]).toEqual([]);
  });

  it('name the limit that refused a request, and its cost of 0', () => {
    const [decision] = read(makeRefusalLine());
    expect(decision).toMatchObject({
      ...{ decision: 'refused', status: 'refused', kind: 'rate_limited', limit_id: 'team-rate' },
      ...{ answered_by: null, attempts: 0, cost_nano_usd: '0', unavailable: [] },
    });
    expect([...Value.Errors(CallDecisionSchema, decision)]).toEqual([]);
  });

  it('are all requests of a line of refusals, of which the first one has the skipped calls', () => {
    expect(read(makeSharedRefusalLine(['greq_1', 'greq_2']), 3)).toMatchObject([
      { req_id: 'greq_1', limit_id: 'team-rate', skipped_before: 3, admitted_at: '2026-03-01T11:59:00.000Z' },
      { req_id: 'greq_2', limit_id: 'team-rate', skipped_before: 0, admitted_at: '2026-03-01T11:59:00.001Z' },
    ]);
  });

  it('state the reason if the limit of a refusal is unknown', () => {
    const [decision] = read(makeRefusalLine({ refusedByLimit: undefined }));
    expect([decision?.limit_id, decision?.unavailable]).toEqual([
      null,
      [
        {
          member: 'limit_id',
          reason: 'The line names no limit. The gateway could not check the key, or its version did not store limits.',
        },
      ],
    ]);
  });

  it('lack no limit if a scope refused the request', () => {
    const [decision] = read(makeRefusalLine({ kind: 'scope_violation', refusedByLimit: undefined }));
    expect([decision?.limit_id, decision?.unavailable]).toEqual([null, []]);
  });
});

describe('the cost of a call', () => {
  it('is the sum of all attempts', () => {
    const decision = readOne({ earlier: [{ ...MADE_ATTEMPT, outputState: 'none', endedMs: 5 }] });
    expect([decision.attempts, decision.cost_nano_usd]).toEqual([2, '2500000']);
  });

  it('is unavailable with the reason if the price of one attempt is unknown', () => {
    const decision = readOne({ earlier: [{ ...UNPRICED, outputState: 'none', endedMs: 5 }] });
    expect([decision.cost_nano_usd, decision.unavailable]).toEqual([
      null,
      [{ member: 'cost_nano_usd', reason: 'The price of an attempt is unknown: model_not_in_table.' }],
    ]);
  });

  it('states if it is an estimate', () => {
    expect(readOne({ attempt: { ...MADE_ATTEMPT, isEstimate: true } }).cost_is_estimate).toBe(true);
  });
});

describe('the answer of a call', () => {
  it('comes from the cache without a model', () => {
    expect(readOne({ kind: 'cache_hit', attempt: undefined })).toMatchObject({
      answered_by: { source: 'cache', provider: null, model: null },
      cost_nano_usd: '0',
      unavailable: [{ member: 'answered_by.model' }],
    });
  });

  it('comes from nobody if the provider failed', () => {
    const failed = readOne({ status: 'failed', kind: 'http_500', attempt: { ...MADE_ATTEMPT, outputState: 'none' } });
    expect([failed.decision, failed.kind, failed.answered_by]).toEqual(['admitted', 'http_500', null]);
  });
});

it.each([
  ['an invalid line', '{"ended":{'],
  ['a line with an invalid event', makeCallLine({ requestId: '' })],
])('skips %s', (_, line) => {
  expect(read(line)).toEqual([]);
});
