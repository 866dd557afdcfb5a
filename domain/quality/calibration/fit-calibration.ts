import type { CalibrationArtifact } from './artifact.ts';
import type { SplitEvidence } from './calibration-evidence.ts';
import type { FitInput, FitTerms } from './fit-input.ts';
import { fitRefusals } from './fit-refusals.ts';
import { fitUnit } from './fit-unit.ts';
import type { FitRefusal } from './lifecycle.ts';
import { presentSpans } from './part-span.ts';

/** An artifact before it has an id, a time and a digest. The same rows in any order give the same content. */
export type FittedContent = Omit<CalibrationArtifact, 'id' | 'fitted_at' | 'digest'>;

/** The result of a fit: an artifact, or the reason why there is none. */
export type FitOutcome = { readonly content: FittedContent } | { readonly refusal: FitRefusal };

/**
 * Fits the units of a workspace, or refuses to. A unit that cannot be certified is part of the artifact; only faults of
 * the evidence as a whole refuse the fit.
 */
export function fitCalibration(input: FitInput): FitOutcome {
  const { workspaceId, fingerprint, terms, evidence, census, arrivalHighWater } = input;
  const [refusal] = fitRefusals(input);
  if (refusal !== undefined) return { refusal };
  const { confidence = 0, minN } = terms;
  const { parts, window } = presentSpans(evidence.spans);
  const content: FittedContent = {
    workspace_id: workspaceId,
    fingerprint,
    confidence,
    min_n: minN,
    window: { ...window, arrival_high_water: arrivalHighWater },
    census,
    parts,
    units: evidence.units
      .filter(({ judgeSubject, metric, segment }) => judgeSubject !== '' || !isJudged(evidence, metric, segment))
      .map((unit) => fitUnit(unit, { tolerance: toleranceOf(terms, unit.metric), confidence, minN })),
  };
  return { content };
}

/** The tolerance of a metric. */
export function toleranceOf(
  { tolerance, tolerances }: Pick<FitTerms, 'tolerance' | 'tolerances'>,
  metric: string,
): number {
  return Object.hasOwn(tolerances, metric) ? (tolerances[metric] ?? tolerance) : tolerance;
}

/** True if any judge judged labelled rows of this metric and segment. */
function isJudged({ units }: SplitEvidence, metric: string, segment: string): boolean {
  return units.some((unit) => unit.metric === metric && unit.segment === segment && unit.judgeSubject !== '');
}
