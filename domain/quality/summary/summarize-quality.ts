import {
  correctedRate,
  type CorrectedRate,
  type LabelledVerdicts,
} from '../../statistics/judge-correction/corrected-rate.ts';
import type { CalibrationArtifact } from '../calibration/artifact.ts';
import { licensedUnits } from '../calibration/licensed-unit.ts';
import type { LabelCounts } from './label-counts.ts';
import type { EstimateRefusal, SegmentEstimate } from './segment-estimate.ts';
import type { RatedSegment } from './summary-evidence.ts';

/** The estimates of a segment, by metric, basis and evaluator. */
export interface SummarizedSegment {
  readonly segment: string;
  readonly estimates: readonly SegmentEstimate[];
}

/**
 * The pass rates of each segment, one for each evaluator and basis: judges, versions of a judge and bases are never
 * blended. A rate has an interval only if the active calibration licenses its judge on the segment, and labels of the
 * same window correct it.
 *
 * @param labels the labelled rows of the window
 * @param minN the configured floor of decided requests; an active calibration has its own
 */
export function summarizeQuality(
  rated: readonly RatedSegment[],
  labels: Pick<LabelCounts, 'verdictsOf'>,
  artifact: CalibrationArtifact | undefined,
  minN: number,
): SummarizedSegment[] {
  const bySegment = new Map<string, SegmentEstimate[]>();
  for (const row of rated.toSorted(inOrder)) {
    const estimates = bySegment.get(row.segment) ?? [];
    bySegment.set(row.segment, estimates);
    estimates.push(estimateOf(row, labels.verdictsOf(row), artifact, minN));
  }
  return [...bySegment].map(([segment, estimates]) => ({ segment, estimates }));
}

function estimateOf(
  row: RatedSegment,
  labelled: readonly LabelledVerdicts[],
  artifact: CalibrationArtifact | undefined,
  minN: number,
): SegmentEstimate {
  const { metric, segment, evaluatorKind, evaluatorId, judgeSubject, abstained, unheard, basis, passed } = row;
  const n = passed + row.failed;
  const known = {
    ...{ metric, segment, evaluatorKind, evaluatorId, judgeSubject, abstained, unheard, n },
    outcomeBasis: basis,
  };
  const need = artifact?.min_n ?? minN;
  if (n < need) {
    const text = `The segment has ${n} decided requests in the window, and an estimate needs ${need}. Ask for a longer window, or judge more requests.`;
    const refusals: EstimateRefusal[] = [{ code: 'thin_segment', need, have: n, text }];
    const missing = { point: null, estimator: null, interval: undefined, verdictRate: null, labelled: null };
    return { ...known, basis: 'insufficient', ...missing, refusals };
  }
  const verdictRate = passed / n;
  const plain = { point: verdictRate, estimator: 'verdicts', interval: undefined, labelled: null } as const;
  // Checks and reports have no calibration, so nothing is missing from their estimates.
  if (evaluatorKind !== 'judge' || basis !== 'measured')
    return { ...known, basis, ...plain, verdictRate, refusals: [] };
  const refusal = findLicenseRefusal(row, artifact);
  if (artifact === undefined || refusal !== undefined)
    return { ...known, basis, ...plain, verdictRate, refusals: refusal === undefined ? [] : [refusal] };
  const { confidence } = artifact;
  const corrected = correctedRate({ labelled, judged: withoutLabelled(row, labelled), confidence });
  if ('refusal' in corrected) {
    const refusals = [{ code: corrected.refusal, need: null, have: null, text: corrected.text }];
    return { ...known, basis, ...plain, verdictRate, refusals };
  }
  return { ...known, basis, ...licensedRate(corrected, confidence), verdictRate, refusals: [] };
}

function licensedRate(
  { method, point, low, high, n }: Extract<CorrectedRate, { readonly point: number }>,
  confidence: number,
): Pick<SegmentEstimate, 'point' | 'estimator' | 'interval' | 'labelled'> {
  const estimator = method === 'ppi++' ? 'ppi_plus_plus' : 'rogan_gladen';
  return { point, estimator, interval: { low, high, confidence }, labelled: n };
}

/** The reason why the active calibration does not license a judge on a segment; undefined if it does. */
function findLicenseRefusal(
  { metric, segment, judgeSubject }: RatedSegment,
  artifact: CalibrationArtifact | undefined,
): EstimateRefusal | undefined {
  if (artifact === undefined) {
    const text = 'No calibration is active, so the rate has no interval. Fit one, and activate it.';
    return { code: 'no_active_calibration', need: null, have: null, text };
  }
  const isOwn = (unit: CalibrationArtifact['units'][number]): boolean =>
    unit.metric === metric && unit.segment === segment && unit.judge_subject === judgeSubject;
  if (licensedUnits(artifact.units).some(isOwn)) return undefined;
  const refusal = artifact.units.find(isOwn)?.refusal;
  const {
    need = null,
    have = null,
    text,
  } = refusal ?? {
    text: 'The active calibration has no unit for this judge and segment. Label rows, and fit again.',
  };
  return { code: 'not_licensed', need, have, text };
}

/** The verdicts of a judge on rows that nobody labelled. */
function withoutLabelled(
  { passed, failed }: RatedSegment,
  labelled: readonly LabelledVerdicts[],
): { readonly passed: number; readonly failed: number } {
  const count = (verdict: 'pass' | 'fail'): number =>
    labelled.filter(({ judge }) => judge === verdict).reduce((sum, rows) => sum + rows.count, 0);
  return { passed: Math.max(0, passed - count('pass')), failed: Math.max(0, failed - count('fail')) };
}

const ORDER = ['segment', 'metric', 'basis', 'evaluatorId', 'judgeSubject'] as const;

function inOrder(one: RatedSegment, other: RatedSegment): number {
  const member = ORDER.find((name) => one[name] !== other[name]);
  if (member === undefined) return 0;
  return one[member] < other[member] ? -1 : 1;
}
