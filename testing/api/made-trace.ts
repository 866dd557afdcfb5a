import type { Trace } from '../../contracts/traces/trace.ts';
import type { TraceFigures } from '../../contracts/traces/trace-figures.ts';
import type { TraceList } from '../../contracts/traces/trace-list.ts';
import type { TraceListQuery, TraceQuery } from '../../contracts/traces/trace-queries.ts';
import { availableValue } from '../../domain/insight/measured-value.ts';
import { makeAnswer } from './answers.ts';

const FIGURES: TraceFigures = {
  started_at: '2026-02-03T00:00:00.000Z',
  ended_at: '2026-02-03T00:00:02.000Z',
  duration_ms: '2000',
  requests: '1',
  outcomes: { succeeded: '1' },
  streamed: '0',
  latency: { requests: '1', sum_ms: '1999.5' },
  attempts: '1',
  tokens: availableValue(120n, 'tokens'),
  spend: availableValue(1_500_000n, 'nano_usd'),
};

/** A trace with one step. */
export function makeTrace(): Trace {
  return {
    read_context: makeAnswer().read_context,
    minted: true,
    coverage: [],
    trace_id: 't1',
    whole: FIGURES,
    step_count: '1',
    steps: [
      {
        number: '1',
        placement: 'root',
        depth: '0',
        children: '0',
        logical_request_id: 'q1',
        step_id: 's1',
        agents: ['planner'],
        models: ['m1'],
        own: FIGURES,
        with_children: FIGURES,
      },
    ],
    truncated: false,
  };
}

/** A list with one trace. */
export function makeTraceList(): TraceList {
  return {
    read_context: makeAnswer().read_context,
    minted: true,
    coverage: [],
    order_by: 'tokens',
    traces: [{ trace_id: 't1', figures: FIGURES }],
    truncated: false,
  };
}

/** A question for that trace. */
export function makeTraceQuery(change: Partial<TraceQuery> = {}): TraceQuery {
  return { schema: 1, from: '2026-02-01T00:00:00Z', to: '2026-03-01T00:00:00Z', trace_id: 't1', ...change };
}

/** A question for the traces of February with the most tokens. */
export function makeTraceListQuery(change: Partial<TraceListQuery> = {}): TraceListQuery {
  return { schema: 1, from: '2026-02-01T00:00:00Z', to: '2026-03-01T00:00:00Z', order_by: 'tokens', ...change };
}
