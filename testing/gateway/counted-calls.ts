import type { CompositionParts } from '../../proxy/composition/compose-configuration.ts';
import type { ProxyMetrics } from '../../proxy/metrics/proxy-metrics.ts';

/** The counts of a test's gateway. */
export interface CountedCalls {
  readonly metrics: ProxyMetrics;
  readonly composed: CompositionParts['metrics'];
  /** The types of the gateway's own errors. */
  readonly refused: readonly string[];
  /** The reasons of retries. */
  readonly retried: readonly string[];
  /** The reasons why content was not stored. */
  readonly lost: readonly string[];
  /** The decisions, each as `tier reason`. */
  readonly decisions: readonly string[];
  /** The outcomes of repeated calls in shadow mode. */
  readonly shadowEnds: readonly string[];
  /** The number of rows, or of their ends, that were not stored although the calls were served. */
  readonly unlogged: () => number;
}

const nothing = (): void => undefined;

export function countCalls(): CountedCalls {
  const [refused, retried, lost, decisions, shadowEnds]: [string[], string[], string[], string[], string[]] = [
    [],
    [],
    [],
    [],
    [],
  ];
  let unlogged = 0;
  return {
    ...{ refused, retried, lost, decisions, shadowEnds, unlogged: () => unlogged },
    metrics: {
      ...{ answered: nothing, ended: nothing, called: nothing, written: nothing, roomFull: nothing },
      ...{ largeBodyEnded: nothing, forgotten: nothing, shortened: nothing },
      refused: (type) => void refused.push(type),
      unlogged: () => void (unlogged += 1),
    },
    composed: {
      cache: { asked: nothing, lookedUp: nothing, searched: nothing, waited: nothing, kept: nothing },
      capture: { lost: (reason) => void lost.push(reason) },
      routing: {
        decided: (tier, reason) => void decisions.push(`${tier} ${reason}`),
        retried: (reason) => void retried.push(reason),
        shadowed: (end) => void shadowEnds.push(end),
      },
    },
  };
}
