import { binomialUpperBound } from '../selective-risk/binomial-upper-bound.ts';
import { bernoulliLowerSequence } from '../sequential/bernoulli-sequence.ts';

/** The errors of a judge among labelled rows. */
export interface ErrorCount {
  readonly errors: number;
  readonly rows: number;
}

/** A comparison of the risk since a reference with the risk of the reference, or the reason why it is unknown. */
export type RiskDrift =
  | {
      readonly state: 'measured';
      readonly referenceRisk: number;
      /** The upper bound of the reference risk at the confidence 1 - alpha/2. */
      readonly referenceUpper: number;
      readonly onlineRisk: number;
      /** The lower bound of the online risk, which is valid at all looks together at the confidence 1 - alpha/2. */
      readonly onlineLower: number;
      /** The part of the online risk that neither chance nor tolerance explains; drift if it is above 0. */
      readonly excess: number;
      readonly isDrift: boolean;
    }
  | { readonly state: 'refused'; readonly refusalCode: 'no_reference_rows' | 'no_online_rows' };

/**
 * A test that the risk has risen by more than a tolerance since a reference window (Podkopaev and Ramdas 2022, Tracking
 * the risk of a deployed model). It compares a lower bound of the online risk with an upper bound of the reference
 * risk. The lower bound is valid at every look, so a stream whose risk has not risen ever raises a finding with at most
 * the probability alpha, however often one looks.
 *
 * This holds if the reference stays fixed, `online` counts all rows since the reference, and the reference does not
 * overlap it. Errors are 0 or 1, so the reference has the exact binomial bound, which is narrower than Hoeffding's.
 *
 * @param tolerance the rise of risk that is accepted, from 0 to 1
 */
export function riskDrift({
  reference,
  online,
  tolerance,
  alpha,
}: {
  readonly reference: ErrorCount;
  readonly online: ErrorCount;
  readonly tolerance: number;
  readonly alpha: number;
}): RiskDrift {
  if (reference.rows === 0) return { state: 'refused', refusalCode: 'no_reference_rows' };
  if (online.rows === 0) return { state: 'refused', refusalCode: 'no_online_rows' };
  const referenceUpper = binomialUpperBound(reference.errors, reference.rows, alpha / 2);
  // The number of reference rows is known before the first look, so it may choose where the sequence is narrowest.
  const design = { alpha: alpha / 2, optimalRows: reference.rows };
  const onlineLower = bernoulliLowerSequence(online.errors, online.rows, design);
  const excess = onlineLower - referenceUpper - tolerance;
  return {
    state: 'measured',
    referenceRisk: reference.errors / reference.rows,
    referenceUpper,
    onlineRisk: online.errors / online.rows,
    onlineLower,
    excess,
    isDrift: excess > 0,
  };
}
