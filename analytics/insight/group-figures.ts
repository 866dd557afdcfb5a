import { NO_SUMS } from '../../domain/insight/additive-sums.ts';
import type {
  AdditiveSums,
  FacetKey,
  FeedbackSums,
  GroupKey,
  LatencyMeasure,
  LatencyMetric,
  ProtectionSums,
  TeamRunSums,
} from '../../domain/insight/group-sums.ts';
import { groupId } from './group-columns.ts';
import type { MarkerCount, MeasuredFacts } from './measured-facts.ts';

/** Everything that the cells of one group are computed from. */
export interface GroupFigures {
  readonly facet?: FacetKey;
  readonly sums: AdditiveSums;
  /** The same over the facts that exclusions leave out. */
  readonly excluded: AdditiveSums;
  /** The sums of the whole purpose (and bucket). */
  readonly whole: AdditiveSums;
  readonly feedback: FeedbackSums;
  readonly excludedFeedback: FeedbackSums;
  readonly teamRuns: TeamRunSums;
  readonly protection: ProtectionSums;
  readonly markers: bigint;
  latency(metric: LatencyMetric): LatencyMeasure;
}

/** A group without facts. */
const NOTHING = {
  sums: NO_SUMS,
  excluded: NO_SUMS,
  feedback: { verdicts: 0n, ratedRequests: 0n },
  excludedFeedback: { verdicts: 0n, ratedRequests: 0n },
  teamRuns: { runs: 0n, untraced: 0n },
  protection: {
    eligible: 0n,
    evaluated: 0n,
    blocked: 0n,
    modified: 0n,
    errors: 0n,
    notExecuted: 0n,
    blockedRequests: 0n,
  },
} as const satisfies Partial<GroupFigures>;

/** The figures of any group of an answer; one without facts has zeros. `facts` holds the groups as answers show them. */
export function figuresBy(facts: MeasuredFacts): (key: GroupKey) => GroupFigures {
  const groups = new Map(facts.groups.map((group) => [groupId(group.key), group]));
  const markers = markerTotals(facts.markers);
  const methods = new Map(facts.groups.flatMap(({ latency = [] }) => latency.map((one) => [one.metric, one.method])));
  return (key) => {
    const { facet, ...wholeKey } = key;
    const { latency = [], ...group } = groups.get(groupId(key)) ?? {};
    return {
      ...NOTHING,
      ...group,
      ...(facet && { facet }),
      whole: groups.get(groupId(wholeKey))?.sums ?? NO_SUMS,
      markers: markers.get(markerId(key.bucketMs, facet?.member === 'release' ? facet.value : undefined)) ?? 0n,
      latency: (metric) =>
        latency.find((measure) => measure.metric === metric) ?? {
          metric,
          method: methods.get(metric) ?? 'exact',
          populations: [{ outcome: 'overall', samples: 0n }],
        },
    };
  };
}

/** Markers of each bucket, in all and by release. They have no purpose. */
function markerTotals(counts: readonly MarkerCount[]): Map<string, bigint> {
  const totals = new Map<string, bigint>();
  const add = (id: string, markers: bigint): void => void totals.set(id, (totals.get(id) ?? 0n) + markers);
  for (const { bucketMs, releaseId, markers } of counts) {
    add(markerId(bucketMs, undefined), markers);
    if (releaseId !== undefined) add(markerId(bucketMs, releaseId), markers);
  }
  return totals;
}

function markerId(bucketMs: number | undefined, releaseId: string | undefined): string {
  return JSON.stringify([bucketMs ?? null, releaseId ?? null]);
}
