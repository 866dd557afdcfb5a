import { NO_SUMS } from '../../../domain/insight/additive-sums.ts';
import {
  LATENCY_METRICS,
  NO_FEEDBACK,
  NO_PROTECTION,
  NO_TEAM_RUNS,
  type GroupKey,
  type LatencyMeasure,
} from '../../../domain/insight/group-sums.ts';
import { computeCompletion } from '../../../domain/insight/figures/completion.ts';
import type { GroupFigures } from '../../../domain/insight/metrics/group-figures.ts';
import type { GroupChoice } from '../../../domain/insight/group-choice.ts';
import { groupId } from '../question/group-id.ts';
import type { MeasuredFacts, MeasuredGroup } from '../question/measured-facts.ts';

/** A group of an answer without its bucket: a purpose, or one value of a facet in it. */
export type AnswerLine = Omit<GroupKey, 'bucketMs'>;

/** The measures of a group. */
type FoundGroup = Omit<MeasuredGroup, 'key'>;

/** A group without facts. */
const NOTHING = {
  sums: NO_SUMS,
  excluded: NO_SUMS,
  feedback: NO_FEEDBACK,
  excludedFeedback: NO_FEEDBACK,
  teamRuns: NO_TEAM_RUNS,
  protection: NO_PROTECTION,
} as const satisfies Partial<GroupFigures>;

/**
 * The figures of any group of an answer, by line and bucket; a group without facts has zeros. @param facts the groups
 * as answers show them
 */
export function figuresByLine(
  facts: MeasuredFacts,
  chosen: readonly GroupChoice[],
): (line: AnswerLine) => (bucketMs?: number) => GroupFigures {
  const lines = groupsByLine(facts.groups);
  const markersOf = markerCounts(facts);
  const unsampled = unsampledLatencies(facts);
  return (line) => {
    const { purpose, facet } = line;
    const own = lines.get(groupId(line));
    const ofPurpose = lines.get(purpose);
    return (bucketMs) => {
      const group: FoundGroup = own?.get(bucketMs) ?? NOTHING;
      // The object is built member by member: large spreads are slow, and an answer has thousands of groups.
      return {
        facet,
        chosen,
        sums: group.sums,
        completion: computeCompletion(group.sums),
        excluded: group.excluded,
        whole: ofPurpose?.get(bucketMs)?.sums ?? NO_SUMS,
        feedback: group.feedback ?? NOTHING.feedback,
        excludedFeedback: group.excludedFeedback ?? NOTHING.excludedFeedback,
        teamRuns: group.teamRuns ?? NOTHING.teamRuns,
        protection: group.protection ?? NOTHING.protection,
        markers: markersOf(line, bucketMs),
        latency: group.latency ?? unsampled,
      };
    };
  };
}

/** The groups of each line, by the start of their bucket. The text of a line is built once for all of its buckets. */
function groupsByLine(groups: readonly MeasuredGroup[]): Map<string, Map<number | undefined, FoundGroup>> {
  const lines = new Map<string, Map<number | undefined, FoundGroup>>();
  let last: { readonly key: AnswerLine; readonly line: Map<number | undefined, FoundGroup> } | undefined;
  for (const group of groups) {
    const { key } = group;
    // Groups of the same line mostly follow each other.
    if (last?.key.purpose !== key.purpose || last.key.facet !== key.facet) {
      const { purpose, facet } = key;
      const id = facet === undefined ? purpose : groupId({ purpose, facet });
      const line = lines.get(id) ?? new Map<number | undefined, FoundGroup>();
      lines.set(id, line);
      last = { key, line };
    }
    last.line.set(key.bucketMs, group);
  }
  return lines;
}

/** The latencies of a group without facts, by the method of the answer if any latency was measured in it. */
function unsampledLatencies({ groups }: MeasuredFacts): LatencyMeasure[] {
  const measured = groups.find(({ latency }) => latency !== undefined)?.latency ?? [];
  return LATENCY_METRICS.map((metric) => ({
    metric,
    method: measured.find((each) => each.metric === metric)?.method ?? 'exact',
    populations: [{ outcome: 'overall', samples: 0n }],
  }));
}

/**
 * The markers of each bucket, in total and by release. Markers have no purpose, so every purpose has all of them. The
 * group of other releases has the markers of releases without a group of their own in the purpose.
 */
function markerCounts({
  markers: counts,
  top = [],
}: MeasuredFacts): (line: AnswerLine, bucketMs: number | undefined) => bigint {
  if (counts.length === 0) return () => 0n;
  const totals = new Map<string, bigint>();
  const add = (id: string, markers: bigint): void => void totals.set(id, (totals.get(id) ?? 0n) + markers);
  for (const { bucketMs, releaseId, markers } of counts) {
    add(markerId(bucketMs, undefined), markers);
    if (releaseId !== undefined) add(markerId(bucketMs, releaseId), markers);
  }
  const count = (bucketMs: number | undefined, releaseId?: string): bigint =>
    totals.get(markerId(bucketMs, releaseId)) ?? 0n;
  return ({ purpose, facet }, bucketMs) => {
    if (facet?.other && facet.member === 'purpose') return 0n;
    if (facet?.member !== 'release') return count(bucketMs);
    if (!facet.other) return count(bucketMs, facet.value);
    return top
      .filter((shown) => shown.purpose === purpose && shown.facet.member === 'release')
      .reduce((rest, shown) => rest - count(bucketMs, shown.facet.value), count(bucketMs));
  };
}

function markerId(bucketMs: number | undefined, releaseId: string | undefined): string {
  return releaseId === undefined ? `${bucketMs ?? ''}` : `${bucketMs ?? ''} ${releaseId}`;
}
