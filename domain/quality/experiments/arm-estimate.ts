import { clopperPearson } from '../../statistics/interval/clopper-pearson.ts';
import { binomialUpperBound } from '../../statistics/selective-risk/binomial-upper-bound.ts';
import type { CalibrationUnit } from '../calibration/artifact.ts';
import { toMoney, type Money } from '../money.ts';
import type { QualityEstimate, RateInterval } from '../quality-estimate.ts';
import type { ArmCounts, ArmUnitCounts, UnscoredCount } from './arm-counts.ts';

/** The estimate of an arm, with what it omits. */
export interface ArmEstimate extends QualityEstimate {
  readonly arm: string;
  readonly metric: string;
  readonly passed: number;
  readonly abstained: number;
  readonly unscored: readonly UnscoredCount[];
  /** The cost of the answers with a known price. */
  readonly cost: Money;
  /** The number of answers and verdicts without a known price, which the costs omit. */
  readonly unpriced_excluded: number;
  /** The reason why there is no interval; empty if there is one. */
  readonly no_interval_reason: string;
}

/**
 * The estimate of an arm. It has an interval only if the active calibration covers each segment and judge of the arm.
 * @param units the units of the active calibration that passed their gates
 */
export function estimateArm(counts: ArmCounts, units: readonly CalibrationUnit[]): ArmEstimate {
  const { arm, metric, basis, passed, scored, abstained, unscored, evaluation_cost: paid } = counts;
  const isSufficient = scored > 0;
  const licensed = isSufficient && basis === 'measured' ? licensedInterval(counts, units) : undefined;
  const evaluation = paid === null ? 0n : knownCost(BigInt(paid.nano_usd), paid.unpriced);
  return {
    arm,
    metric,
    basis: isSufficient ? basis : 'insufficient',
    point: isSufficient ? passed / scored : null,
    ...(licensed && { interval: licensed }),
    n: scored,
    passed,
    abstained,
    unscored,
    cost: toMoney(counts.answers_nano_usd === null ? null : BigInt(counts.answers_nano_usd)),
    eval_cost: toMoney(evaluation, paid?.is_estimated ?? false),
    unpriced_excluded: counts.unpriced_answers + (paid?.unpriced ?? 0),
    no_interval_reason: licensed === undefined ? missingReason(counts) : '',
  };
}

/** The sum of known costs; null if every call is unpriced. */
function knownCost(sum: bigint, unpriced: number): bigint | null {
  return sum === 0n && unpriced > 0 ? null : sum;
}

function missingReason({ basis, scored }: ArmCounts): string {
  if (scored === 0) return 'No item has a pass or a fail.';
  if (basis === 'reported') return 'Reported outcomes are not verified, so no calibration covers them.';
  return 'The active calibration does not cover each segment and judge of this arm.';
}

/**
 * The interval of the pass rate that people would give; undefined without a licence. A judge differs from people on at
 * most as many items as it errs on, so the exact interval of its own rate is widened by the bound of its error. The
 * error rates of the holdout count all decided rows. Half of the risk is for the rate, and half for the errors.
 */
function licensedInterval(
  { metric, passed, scored, units: counted }: ArmCounts,
  licences: readonly CalibrationUnit[],
): RateInterval | undefined {
  const found = counted.map((unit) => ({ unit, licence: findLicence(metric, unit, licences) }));
  const licensed = found.flatMap(({ unit, licence }) => (licence === undefined ? [] : [{ unit, licence }]));
  if (licensed.length < counted.length) return undefined;
  const confidence = Math.min(...licensed.map(({ licence }) => licence.confidence));
  const risk = (1 - confidence) / 2;
  const { low, high } = clopperPearson(passed, scored, 1 - risk);
  const error = licensed.reduce(
    (sum, { unit, licence }) => sum + (unit.scored / scored) * errorBound(licence, risk / licensed.length),
    0,
  );
  return { low: Math.max(0, low - error), high: Math.min(1, high + error), confidence };
}

function findLicence(
  metric: string,
  { segment, judge_subject: subject }: ArmUnitCounts,
  licences: readonly CalibrationUnit[],
): CalibrationUnit | undefined {
  return licences.find(
    (unit) => unit.gate_passed && unit.metric === metric && unit.segment === segment && unit.judge_subject === subject,
  );
}

/** The upper bound of the share of wrong verdicts, among all verdicts of a judge. */
function errorBound({ raw_error: error, rows }: CalibrationUnit, risk: number): number {
  if (error === null) return 1;
  return binomialUpperBound(Math.round(error * rows.holdout), rows.holdout, risk);
}
