import { NORMAL_QUANTILES, type Confidence } from '../../domain/comparisons/statistics/confidence.ts';
import { kappaInterval } from '../../domain/judges/agreement/cohen-kappa.ts';
import type { ValidationSettings } from '../../domain/judges/configuration/evals-settings.ts';
import type { Confusion } from '../../domain/judges/confusion.ts';
import {
  fitSelectiveRisk,
  type SelectiveRisk,
  type SureAlike,
} from '../../domain/judges/selective-risk/fit-selective-risk.ts';
import { raiseKappaFloor } from '../../domain/judges/validation/floors.ts';
import { validateJudge, type ValidationEvidence } from '../../domain/judges/validation/validate-judge.ts';
import type { JudgeRecord } from './judge-record.ts';

/** What is known of a judge and its gold set. */
export interface SubjectEvidence extends ValidationEvidence {
  /** A digest of the labels. */
  readonly goldRevision: string;
  /** Labels on the metric, of whatever request. */
  readonly labelCount: number;
  /** Rows by how sure the judge was; empty where it never says. */
  readonly levels: readonly SureAlike[];
}

const CONFIDENCE: Confidence = '0.95';

/** Validates a judge by the settings. The same evidence makes the same record. */
export function makeJudgeRecord(
  evidence: SubjectEvidence,
  { minKappa, requireIaa, selectiveRisk: alpha }: Pick<ValidationSettings, 'minKappa' | 'requireIaa' | 'selectiveRisk'>,
): JudgeRecord {
  const floors = raiseKappaFloor(minKappa);
  const { kappa, iaa, swapFlip, ...outcome } = validateJudge(evidence, { floors, requireIaa });
  const interval = kappa && kappaInterval(kappa, NORMAL_QUANTILES[CONFIDENCE].twoSided);
  const { bothPass, onlyJudgePasses, onlyPeoplePass, bothFail } = evidence.confusion;
  return {
    promoted: outcome.isPromoted,
    ...(kappa && { kappa: kappa.value, validated_n: kappa.items }),
    ...(interval && { kappa_interval: { lower: interval.lower, upper: interval.upper } }),
    iaa: iaa ?? null,
    ...(swapFlip !== undefined && { swap_flip: swapFlip }),
    labels: evidence.labelCount,
    single_annotator: outcome.hasSingleAnnotator,
    confusion: {
      both_pass: bothPass,
      only_judge_passes: onlyJudgePasses,
      only_people_pass: onlyPeoplePass,
      both_fail: bothFail,
    },
    floors_applied: [...outcome.floorsApplied],
    floors,
    refusals: outcome.refusals.map((refusal) => ({ ...refusal })),
    selective_risk: evidence.levels.length === 0 ? null : shown(fitSelectiveRisk(evidence.levels, alpha, CONFIDENCE)),
  };
}

/** What a record says of judge and people. */
export function confusionOf({ confusion }: JudgeRecord): Confusion {
  const { both_pass, only_judge_passes, only_people_pass, both_fail } = confusion;
  return {
    bothPass: both_pass,
    onlyJudgePasses: only_judge_passes,
    onlyPeoplePass: only_people_pass,
    bothFail: both_fail,
  };
}

function shown({ alpha, confidence, rows, ...fit }: SelectiveRisk): JudgeRecord['selective_risk'] {
  if (fit.state === 'refused') return { alpha, confidence, rows, refusal_code: fit.refusalCode };
  return { alpha, confidence, rows, least_score: fit.leastScore, accepted: fit.accepted, disagreed: fit.disagreed };
}
