import type { CompositionParts } from '../../proxy/composition/compose-configuration.ts';
import type { ProxyMetrics } from '../../proxy/metrics/proxy-metrics.ts';

/** What a gateway of a test counts. */
export interface CountedCalls {
  readonly metrics: ProxyMetrics;
  readonly composed: CompositionParts['metrics'];
  /** Types of errors of the gateway's own. */
  readonly refused: readonly string[];
  /** Why attempts were made again. */
  readonly retried: readonly string[];
  /** Why texts were not kept. */
  readonly lost: readonly string[];
  /** What was chosen, each as `tier reason`. */
  readonly decisions: readonly string[];
  /** What became of calls that were to be made once more. */
  readonly shadowEnds: readonly string[];
  /** How many rows, or endings of them, were not kept of calls that were served all the same. */
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
