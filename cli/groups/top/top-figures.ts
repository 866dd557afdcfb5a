import { toDollars } from '../../../domain/insight/to-dollars.ts';
import type { CostFigure } from '../../log-figures/cost-sum.ts';
import { CALL_STATUSES } from '../../logs/groups/call-statuses.ts';
import type { GroupRow, SumName } from '../../logs/groups/group-table.ts';
import { QUANTILE_ERROR, QuantileSketch } from '../../logs/groups/quantile-sketch.ts';

/** A sum of tokens, with the calls that it omits. */
interface TokenFigure {
  /** Null if there are calls and none has known tokens. */
  readonly input: number | null;
  readonly output: number | null;
  readonly cached: number | null;
  readonly unknown_excluded: number;
}

/** Quantiles of a latency, with their label. */
interface LatencyFigure {
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
  /** The number of calls with a measured latency. */
  readonly calls: number;
  readonly approximation: { readonly label: 'relative_error'; readonly at_most: number };
}

/** The figures of a group. */
export interface TopFigures {
  readonly calls: number;
  readonly calls_by_status: Readonly<Partial<Record<(typeof CALL_STATUSES)[number], number>>>;
  readonly cache_hits: number;
  readonly cost: CostFigure;
  readonly tokens: TokenFigure;
  /** Absent for traces, whose latencies are not kept. */
  readonly latency?: LatencyFigure;
  readonly first_admitted_at: string | null;
  readonly last_admitted_at: string | null;
}

/** The figures of a group as a document. */
export function topFigures(
  { calls, statuses, sum, firstMs, lastMs, sketch }: GroupRow,
  hasLatency: boolean,
): TopFigures {
  const [unpriced, pending, unknown] = [
    Number(sum('unpriced')),
    Number(sum('pendingPrice')),
    Number(sum('unknownTokens')),
  ];
  const priced = calls - unpriced - pending;
  const tokens = (name: SumName): number | null => (unknown > 0 && unknown === calls ? null : Number(sum(name)));
  return {
    calls,
    calls_by_status: Object.fromEntries(
      CALL_STATUSES.flatMap((status, index) => ((statuses[index] ?? 0) > 0 ? [[status, statuses[index]]] : [])),
    ),
    cache_hits: Number(sum('cacheHits')),
    cost: {
      usd: priced === 0 && calls > 0 ? null : toDollars(String(sum('nanos'))),
      calls: priced,
      estimated: Number(sum('estimated')),
      unpriced_excluded: unpriced,
      pending_excluded: pending,
    },
    tokens: {
      input: tokens('inputTokens'),
      output: tokens('outputTokens'),
      cached: tokens('cachedTokens'),
      unknown_excluded: unknown,
    },
    ...(hasLatency && { latency: latencyOf(sketch ?? new QuantileSketch()) }),
    first_admitted_at: instantOf(firstMs),
    last_admitted_at: instantOf(lastMs),
  };
}

function latencyOf(sketch: QuantileSketch): LatencyFigure {
  const at = (share: number): number | null => {
    const value = sketch.quantile(share);
    return value === undefined ? null : Number(value.toPrecision(3));
  };
  return {
    p50_ms: at(0.5),
    p95_ms: at(0.95),
    calls: sketch.total,
    approximation: { label: 'relative_error', at_most: QUANTILE_ERROR },
  };
}

function instantOf(ms: number): string | null {
  return Number.isFinite(ms) ? new Date(ms).toISOString() : null;
}
