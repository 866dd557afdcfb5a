import { equalMassBins } from '../../statistics/reliability/reliability-bins.ts';
import { chooseThreshold } from '../../statistics/selective-risk/choose-threshold.ts';
import { maximumErrors } from '../../statistics/selective-risk/maximum-errors.ts';
import { minDetectableError } from '../../statistics/selective-risk/min-detectable-error.ts';
import { rowsToCertify } from '../../statistics/selective-risk/rows-to-certify.ts';
import { thresholdGrid } from '../../statistics/selective-risk/threshold-grid.ts';
import type { CalibrationUnit, ReliabilityBinDocument, UnitRefusal } from './artifact.ts';
import type { PartEvidence, UnitEvidence } from './calibration-evidence.ts';
import { errorProbabilityOf } from './error-probability-of.ts';
import { byPart } from './part-span.ts';
import {
  belowDetectableError,
  errorAboveTolerance,
  judgeDecidedNothing,
  noConfidence,
  noJudge,
  noThresholdPassed,
  oneHumanVerdict,
  tooFewRows,
} from './unit-refusals.ts';

/** The limits that a unit must meet. */
export interface UnitTerms {
  /** The maximum accepted share of wrong verdicts, strictly between 0 and 1. */
  readonly tolerance: number;
  /** Strictly between 0 and 1. */
  readonly confidence: number;
  /** The minimum number of decided rows in the holdout. */
  readonly minN: number;
}

/** The number of bins of a reliability diagram, if there are enough different certainties. */
const BINS = 10;

/**
 * The calibration of a unit. The fit part gives the candidates for the threshold, the calibration part chooses one in a
 * fixed sequence, and the holdout alone decides whether the unit passes.
 */
export function fitUnit(evidence: UnitEvidence, terms: UnitTerms): CalibrationUnit {
  const { metric, segment, judgeSubject, parts, judgeRefusals } = evidence;
  const delta = errorProbabilityOf(terms.confidence);
  const held = decidedRows(parts.holdout);
  const scored = scoredRows(parts.holdout);
  const unit: CalibrationUnit = {
    metric,
    segment,
    judge_subject: judgeSubject,
    state: 'unmeasurable',
    gate_passed: false,
    tolerance: terms.tolerance,
    confidence: terms.confidence,
    threshold: null,
    allowance: null,
    accepted: 0,
    errors: 0,
    error: null,
    raw_error: shareOf(wrongRows(parts.holdout), held),
    min_detectable_error: scored === 0 ? null : minDetectableError(scored, delta),
    false_refusal_rate: null,
    rows: byPart((part) => decidedRows(parts[part])),
    refusal: null,
    bins: reliabilityBins(parts.holdout),
    judge_refusals: judgeRefusals,
  };
  const refusal = missingEvidence(evidence, terms, delta);
  if (refusal !== undefined) return { ...unit, refusal };

  const grid = thresholdGrid(scoresOf(parts.fit));
  const { threshold, tested } = chooseThreshold(parts.calibration.levels, grid, terms.tolerance, delta);
  if (threshold === null) {
    const failed = tested.at(-1);
    if (failed === undefined) {
      const need = rowsToCertify(terms.tolerance, delta);
      return { ...unit, refusal: belowDetectableError(need, scoredRows(parts.calibration), 'calibration', terms) };
    }
    const need = maximumErrors(failed.accepted, terms.tolerance, delta) ?? 0;
    return { ...unit, state: 'failed', refusal: noThresholdPassed(need, failed.errors, failed, terms) };
  }
  return { ...unit, threshold, ...gateOf(parts.holdout, threshold, terms, delta) };
}

/** The first reason why no evidence of this kind could certify the unit; undefined if there is none. */
function missingEvidence(
  { judgeSubject, parts, judgeRefusals, unasked }: UnitEvidence,
  terms: UnitTerms,
  delta: number,
): UnitRefusal | undefined {
  const all = [parts.fit, parts.calibration, parts.holdout];
  const decided = sum(all.map(decidedRows));
  if (judgeSubject === '') return noJudge(unasked);
  if (decided === 0) return judgeDecidedNothing(judgeRefusals);
  if (sum(all.map(scoredRows)) === 0) return noConfidence(decided);
  if (decidedRows(parts.holdout) < terms.minN) return tooFewRows(terms.minN, decidedRows(parts.holdout), decided);
  const [passes, fails] = [sum(all.map((part) => part.passes)), sum(all.map((part) => part.fails))];
  if (passes === 0 || fails === 0) return oneHumanVerdict(decided, passes > 0 ? 'pass' : 'fail');
  const need = rowsToCertify(terms.tolerance, delta);
  const have = scoredRows(parts.holdout);
  return have < need ? belowDetectableError(need, have, 'holdout', terms) : undefined;
}

type Gate = Pick<
  CalibrationUnit,
  | 'state'
  | 'gate_passed'
  | 'allowance'
  | 'accepted'
  | 'errors'
  | 'error'
  | 'min_detectable_error'
  | 'false_refusal_rate'
  | 'refusal'
>;

/** The figures of the rows that a threshold accepts, and their test. */
function gateOf(holdout: PartEvidence, threshold: number, terms: UnitTerms, delta: number): Gate {
  const levels = holdout.levels.filter(({ score }) => score >= threshold);
  const right = sum(levels.map(({ agreed }) => agreed));
  const errors = sum(levels.map(({ disagreed }) => disagreed));
  const accepted = right + errors;
  const correct = decidedRows(holdout) - wrongRows(holdout);
  const maximum = accepted === 0 ? null : maximumErrors(accepted, terms.tolerance, delta);
  const figures = {
    allowance: maximum === null ? null : maximum / accepted,
    accepted,
    errors,
    error: shareOf(errors, accepted),
    min_detectable_error: accepted === 0 ? null : minDetectableError(accepted, delta),
    false_refusal_rate: shareOf(correct - right, correct),
  };
  if (maximum === null) {
    const refusal = belowDetectableError(rowsToCertify(terms.tolerance, delta), accepted, 'accepted', terms);
    return { ...figures, state: 'unmeasurable', gate_passed: false, refusal };
  }
  if (errors > maximum) {
    const refusal = errorAboveTolerance(maximum, errors, accepted, terms);
    return { ...figures, state: 'failed', gate_passed: false, refusal };
  }
  return { ...figures, state: 'passed', gate_passed: true, refusal: null };
}

/** The reliability diagram of the scored rows. */
function reliabilityBins({ levels }: PartEvidence): ReliabilityBinDocument[] {
  const values = levels.map(({ score, agreed, disagreed }) => ({ score, good: agreed, bad: disagreed }));
  return equalMassBins(values, BINS).map(({ from, to, n, good, meanScore, rate, low, high }) => ({
    ...{ from, to, rows: n, agreed: good, mean_confidence: meanScore, agreement: rate },
    ...{ low, high },
  }));
}

/** One score for each scored row. */
function scoresOf({ levels }: PartEvidence): number[] {
  return levels.flatMap(({ score, agreed, disagreed }) => Array<number>(agreed + disagreed).fill(score));
}

function decidedRows({ passes, fails }: PartEvidence): number {
  return passes + fails;
}

function scoredRows({ levels }: PartEvidence): number {
  return sum(levels.map(({ agreed, disagreed }) => agreed + disagreed));
}

function wrongRows({ levels, unscored }: PartEvidence): number {
  return unscored.disagreed + sum(levels.map(({ disagreed }) => disagreed));
}

function shareOf(rows: number, all: number): number | null {
  return all === 0 ? null : rows / all;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
