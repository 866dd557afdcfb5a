import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countEvents, splitEvents } from '../../../../../contracts/ingest/calls/ended-call.ts';
import {
  writeEndedCall,
  type BegunCall,
  type CalledProvider,
  type EarlierAttempt,
  type EndedCall,
} from '../../../../../contracts/ingest/calls/write-ended-call.ts';
import { OUTPUT_STATES } from '../../../../../contracts/ingest/events/attempt.ts';
import type { RefusingLimit } from '../../../../../contracts/ingest/events/refusing-limit.ts';
import { LIMIT_UNITS } from '../../../../../domain/gateway/governance/limit-kind.ts';
import { TERMINAL_STATUSES } from '../../../../../domain/insight/insight-sets.ts';
import { UNPRICED_REASONS } from '../../../../../domain/models/price.ts';

const SHARED = { schema: 1, logical_request_id: 'greq_1' };

const text = fc.string({ unit: 'grapheme' });
const ms = fc.double({ min: 0, max: 1e6, noNaN: true });
const tokens = fc.nat(1_000_000);

const units = fc.record(
  {
    input_tokens: tokens,
    output_tokens: tokens,
    cache_read_tokens: tokens,
    cache_write_tokens: tokens,
    output_reasoning_tokens: tokens,
  },
  { requiredKeys: [] },
);
const price: fc.Arbitrary<CalledProvider['price']> = fc.oneof(
  fc.constant('nothing' as const),
  fc.record({ state: fc.constant('priced' as const), nanos: fc.bigInt({ min: 0n }).map(String), revision: text }),
  fc.record({
    state: fc.constant('unpriced' as const),
    reason: fc.constantFrom(...UNPRICED_REASONS),
    revision: text,
    basis: fc.option(text, { nil: undefined }),
  }),
);
const called = {
  provider: fc.oneof(fc.constant('p'), text),
  model: text,
  asked: fc.constantFrom('a', 'b'),
  dispatchedMs: ms,
  outputState: fc.constantFrom(...OUTPUT_STATES),
  units: fc.option(units, { nil: undefined }),
  isEstimate: fc.boolean(),
  price,
};
const begun: fc.Arbitrary<BegunCall> = fc.record(
  {
    admittedAt: fc.date({
      min: new Date('2000-01-01T00:00:00Z'),
      max: new Date('2099-01-01T00:00:00Z'),
      noInvalidDate: true,
    }),
    bodyMs: ms,
    streaming: fc.boolean(),
  },
  { requiredKeys: ['admittedAt', 'streaming'] },
);
const refusedByLimit: fc.Arbitrary<RefusingLimit> = fc.record({
  ...{ id: text, node: text, unit: fc.constantFrom(...LIMIT_UNITS), limit: tokens, observed: tokens, bound: tokens },
});
const ended: fc.Arbitrary<EndedCall> = fc.record(
  {
    status: fc.constantFrom(...TERMINAL_STATUSES),
    kind: text,
    refusedByLimit,
    totalMs: ms,
    firstOutputMs: ms,
    attempt: fc.record(called),
    earlier: fc.array(fc.record({ ...called, endedMs: ms }), { maxLength: 3 }),
  },
  { requiredKeys: ['status', 'totalMs'] },
);

it('writes a line that is split into exactly the events of the call', () => {
  fc.assert(
    fc.property(begun, ended, (from, to) => {
      const line = writeEndedCall(JSON.stringify(SHARED).slice(1, -1), from, to);
      const events = eventsOf(from, to);
      expect(splitEvents(line)).toEqual(events.map((event) => JSON.stringify(event)));
      expect(countEvents(line)).toBe(events.length);
      expect(line).not.toContain('\n');
    }),
  );
});

/** The events of a call, by their definition in the traffic format. */
function eventsOf({ admittedAt, bodyMs = 0, streaming }: BegunCall, to: EndedCall): object[] {
  const { status, kind, refusedByLimit: limit, totalMs, firstOutputMs, attempt, earlier = [] } = to;
  const at = (afterMs: number): string => new Date(admittedAt.getTime() + Math.round(bodyMs + afterMs)).toISOString();
  const all: readonly (CalledProvider & Partial<Pick<EarlierAttempt, 'endedMs'>>)[] = [
    ...earlier,
    attempt ?? [],
  ].flat();
  const last = all.at(-1);
  const first = streaming && firstOutputMs !== undefined;
  return [
    ...all.flatMap((each, index) => {
      const id = `greq_1.${index + 1}`;
      const endedAt = at(each.endedMs ?? totalMs);
      const shared = { ...SHARED, attempt_id: id, provider_id: each.provider, provider_model: each.model };
      return [
        {
          ...{ event: 'attempt', ...shared, ordinal: index + 1, ...roleOf(each, all[index - 1]) },
          ...{
            output_state: each.outputState,
            ...usageOf(each),
            dispatched_at: at(each.dispatchedMs),
            terminal_at: endedAt,
          },
        },
        {
          ...{ event: 'cost_effect', ...shared, effect_id: id, effect_kind: 'settlement', occurred_at: endedAt },
          ...costOf(each),
        },
      ];
    }),
    {
      ...{
        event: 'request_terminal',
        ...SHARED,
        admitted_at: admittedAt.toISOString(),
        terminal_at: at(totalMs),
        status,
      },
      ...(kind !== undefined && { terminal_kind: kind, ...(limit && { refused_by_limit: limit }) }),
      ...{ streaming, total_ms: Math.round(totalMs * 10) / 10 },
      ...(first && { first_output_ms: Math.round(firstOutputMs * 10) / 10 }),
      ...(last !== undefined &&
        last.outputState !== 'none' && { final_model: last.model, final_provider: last.provider }),
      attempt_count: all.length,
    },
  ];
}

function roleOf({ provider, asked }: CalledProvider, before: CalledProvider | undefined): object {
  const isElsewhere = before !== undefined && (before.provider !== provider || before.asked !== asked);
  const role = before === undefined ? 'primary' : isElsewhere ? 'fallback' : 'retry';
  return { role, route_changed: isElsewhere };
}

function usageOf({ units: counts, isEstimate }: CalledProvider): object {
  const { input_tokens, output_tokens = 0, cache_read_tokens, cache_write_tokens } = counts ?? {};
  if (input_tokens === undefined) return { usage_known: false, usage_source: 'none' };
  return {
    ...{ usage_known: true, usage_source: isEstimate ? 'gateway' : 'provider', input_tokens, output_tokens },
    ...(cache_read_tokens !== undefined && { cache_read_tokens }),
    ...(cache_write_tokens !== undefined && { cache_write_tokens }),
    ...(counts?.['output_reasoning_tokens'] !== undefined && { reasoning_tokens: counts['output_reasoning_tokens'] }),
    total_tokens: input_tokens + output_tokens,
  };
}

function costOf({ price: cost, isEstimate }: CalledProvider): object {
  if (cost === 'nothing') return { price_state: 'priced', nanos: '0', estimated: true };
  const { revision: price_revision } = cost;
  if (cost.state === 'priced')
    return { price_state: 'priced', nanos: cost.nanos, estimated: isEstimate, price_revision };
  const { reason: unpriced_reason, basis } = cost;
  return {
    ...{ price_state: 'unpriced', price_revision, unpriced_reason },
    ...(basis !== undefined && { price_basis: basis }),
  };
}
