import { shareText } from '../../statistics/share-text.ts';
import type { Confusion } from '../confusion.ts';
import { sentRequestCount, coverageRate, type JudgeCoverage } from '../judge-coverage.ts';
import { COVERAGE_FLOOR, type Floor, type FloorValues } from '../configuration/floors.ts';
import type { FloorRefusal } from './floor-refusal.ts';

/** The result of checking a floor. `refusal` describes the missed floor, and applies only if `isMet` is false. */
export interface FloorCheck {
  readonly floor: Floor;
  readonly isMet: boolean;
  readonly refusal: FloorRefusal;
}

/** The check of the number of rows that people labelled and the judge judged. */
export function checkRows(have: number, { judge_validation_min_n: need }: FloorValues): FloorCheck {
  const text = `The judge judged ${have} rows that people labelled; ${need} are needed. Label more rows.`;
  return checkOf('JudgeValidationMinN', have >= need, { need, have, unit: 'rows', text });
}

/** The check of the number of rows that at least two people labelled. */
export function checkOverlap(have: number, { iaa_overlap_min_n: need }: FloorValues): FloorCheck {
  const text = `${have} rows were labelled by two people or more; ${need} are needed. Have more rows labelled twice.`;
  return checkOf('IAAOverlapMinN', have >= need, { need, have, unit: 'rows', text });
}

/** The check of the number of answer pairs that the judge compared in both orders. */
export function checkPairs(have: number, { swap_set_min_pairs: need }: FloorValues): FloorCheck {
  const text = `The judge was shown ${have} pairs in both orders; ${need} are needed. Make more swap trials.`;
  return checkOf('SwapSetMinPairs', have >= need, { need, have, unit: 'pairs', text });
}

/**
 * The check of the judge's coverage of labelled rows. Undefined if it was sent none, because then the number of rows
 * decides.
 */
export function checkCoverage(
  coverage: JudgeCoverage,
  { judge_coverage_floor: need }: FloorValues,
): FloorCheck | undefined {
  const have = coverageRate(coverage);
  if (have === undefined) return undefined;
  const { answered, abstained, failed } = coverage;
  const text =
    `The judge passed or failed ${answered} of ${sentRequestCount(coverage)} labelled rows, a coverage of ` +
    `${shareText(have)}; ${need} is needed. It abstained on ${abstained} and gave no verdict on ${failed}. ` +
    `Change its prompt, its model or the seats of its panel.`;
  return checkOf(COVERAGE_FLOOR, have >= need, { need, have, unit: 'share', text });
}

/** The share of one class above which kappa is low, unless the judge makes almost no errors. */
const ONE_SIDED = 0.9;

/** The check of Cohen's kappa between judge and people. */
export function checkKappa(
  have: number,
  { judge_kappa_floor: need }: FloorValues,
  { bothPass, onlyJudgePasses, onlyPeoplePass, bothFail }: Confusion,
): FloorCheck {
  const [passed, failed] = [bothPass + onlyPeoplePass, onlyJudgePasses + bothFail];
  const [max, word] = passed > failed ? [passed, 'pass'] : [failed, 'fail'];
  const isOneSided = max >= ONE_SIDED * (passed + failed);
  const advice = isOneSided
    ? `People say ${word} of ${max} of ${passed + failed} rows, and so few of the other class say little: label more of it.`
    : 'Look at what they disagree on.';
  const text = `Judge and people agree with a kappa of ${shareText(have)}; ${need} is needed. ${advice}`;
  return checkOf('JudgeKappaFloor', have >= need, { need, have, unit: 'kappa', text });
}

/** The check of Krippendorff's alpha among people. */
export function checkAnnotators(have: number, { gold_set_iaa_floor: need }: FloorValues): FloorCheck {
  const text = `People agree with an alpha of ${shareText(have)}; ${need} is needed. Settle how they are to label.`;
  return checkOf('GoldSetIAAFloor', have >= need, { need, have, unit: 'alpha', text });
}

/** The check of the share of swap trials in which the order decided. */
export function checkFlips(have: number, { swap_flip_ceiling: need }: FloorValues): FloorCheck {
  const text = `The order decided ${shareText(have)} of the swap trials; at most ${need} may be so. Change the judge’s prompt or model.`;
  return checkOf('SwapFlipCeiling', have <= need, { need, have, unit: 'share', text });
}

function checkOf(floor: Floor, isMet: boolean, missed: Omit<FloorRefusal, 'floor'>): FloorCheck {
  return { floor, isMet, refusal: { floor, ...missed } };
}
