import { describe, expect, it } from 'vitest';
import { TraceListQuerySchema, TraceQuerySchema } from '../../../../contracts/traces/trace-queries.ts';
import { createValidator } from '../../../../contracts/wire/validator.ts';
import { makeTraceListQuery, makeTraceQuery } from '../../../../testing/api/made-trace.ts';

const faultsOfRead = createValidator(TraceQuerySchema);
const faultsOfList = createValidator(TraceListQuerySchema);

function pointers(refusal: ReturnType<typeof faultsOfRead>): string[] | undefined {
  return refusal?.faults.map(({ pointer }) => pointer);
}

describe('a question for a trace', () => {
  it('needs its window and its id', () => {
    expect(faultsOfRead(makeTraceQuery())).toBeUndefined();
    expect(faultsOfRead({ ...makeTraceQuery(), scope: {}, display_tz: 'UTC', purposes: ['judge'] })).toBeUndefined();
    const { trace_id: _id, ...rest } = makeTraceQuery();
    expect(pointers(faultsOfRead(rest))).toEqual(['/trace_id']);
  });

  it.each([
    ['empty', ''],
    ['longer than 512 bytes', 'é'.repeat(257)],
    ['not one line', 'a\nb'],
  ])('refuses an id that is %s', (_name, trace_id) => {
    expect(pointers(faultsOfRead(makeTraceQuery({ trace_id })))).toEqual(['/trace_id']);
  });

  it('accepts any other id that traffic can have', () => {
    expect(faultsOfRead(makeTraceQuery({ trace_id: 'é'.repeat(256) }))).toBeUndefined();
    expect(faultsOfRead(makeTraceQuery({ trace_id: `' OR 1 = 1 --` }))).toBeUndefined();
  });

  it('refuses members of other questions', () => {
    expect(pointers(faultsOfRead({ ...makeTraceQuery(), metrics: ['requests.v1'] }))).toEqual(['/metrics']);
    expect(pointers(faultsOfRead({ ...makeTraceQuery(), limit: 5 }))).toEqual(['/limit']);
  });
});

describe('a question for the largest traces', () => {
  it.each(['spend', 'tokens', 'requests', 'duration'] as const)('can order them by %s', (order_by) => {
    expect(faultsOfList(makeTraceListQuery({ order_by, limit: 100 }))).toBeUndefined();
  });

  it('refuses another order, and a limit outside of 1 to 100', () => {
    expect(pointers(faultsOfList({ ...makeTraceListQuery(), order_by: 'age' }))).toEqual(['/order_by']);
    for (const limit of [0, 101, 2.5])
      expect(pointers(faultsOfList({ ...makeTraceListQuery(), limit }))).toEqual(['/limit']);
    const { order_by: _order, ...rest } = makeTraceListQuery();
    expect(pointers(faultsOfList(rest))).toEqual(['/order_by']);
  });
});
