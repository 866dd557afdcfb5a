import type { Bounds } from '../../statistics/interval/bounds.ts';
import type { ExperimentInstrument } from './declaration.ts';
import type { ExperimentVerdict } from './eval-comparison.ts';
import type { ParetoArm } from './place-arms.ts';

/** The evidence about two arms that can be subtracted. */
interface VerdictEvidence {
  readonly instrument: ExperimentInstrument;
  readonly eValue: number;
  readonly discordant: number;
  readonly candidateWins: number;
  /** The bounds of the mean difference that hold at all looks together. */
  readonly sequence: Bounds;
  readonly alpha: number;
  readonly margin: number | null;
  /** The place of the candidate. */
  readonly place: Pick<ParetoArm, 'on_frontier' | 'reason'>;
}

/** A verdict with its reason, a sentence or two. */
interface ReasonedVerdict {
  readonly verdict: Exclude<ExperimentVerdict, 'CANNOT_MEASURE'>;
  readonly verdict_reason: string;
}

/**
 * The verdict on two arms. Every rule holds at any look, so repeated looks at a growing run do not raise the
 * probability of a false `BEAT` above alpha. Only a shadow run compares answers to the same production calls, so only
 * it gives `BEAT`.
 */
export function decideVerdict(evidence: VerdictEvidence): ReasonedVerdict {
  const won = winReason(evidence);
  if (won !== undefined && evidence.instrument === 'shadow_dual_run') return { verdict: 'BEAT', verdict_reason: won };
  const lost = won === undefined ? lossReason(evidence) : undefined;
  if (lost !== undefined) return { verdict: 'NOT_BEAT', verdict_reason: lost };
  const { place, instrument } = evidence;
  if (place.on_frontier === true) {
    const frontier = 'The candidate is on the frontier of cost and quality.';
    const why =
      won === undefined
        ? missedReason(evidence)
        : `${won} \`${instrument}\` reaches at most ON_FRONTIER; only \`shadow_dual_run\` can give BEAT.`;
    return { verdict: 'ON_FRONTIER', verdict_reason: `${frontier} ${why}` };
  }
  return {
    verdict: 'NOT_BEAT',
    verdict_reason: `${won ?? missedReason(evidence)} The candidate is not shown to be on the frontier. ${place.reason}`,
  };
}

/** The reason why the candidate has won; undefined if it has not. */
function winReason({
  eValue,
  discordant,
  candidateWins,
  sequence,
  alpha,
  margin,
}: VerdictEvidence): string | undefined {
  if (margin !== null) {
    if (sequence.low <= margin) return undefined;
    return `At every look the difference is above ${shown(sequence.low)}, and the margin is ${shown(margin)}.`;
  }
  if (eValue < 1 / alpha || 2 * candidateWins <= discordant) return undefined;
  return `The candidate wins ${candidateWins} of ${discordant} discordant traces: e-value ${shown(eValue)}, required ${shown(1 / alpha)}.`;
}

/** The reason why the candidate cannot win; undefined if it still can. */
function lossReason({
  eValue,
  discordant,
  candidateWins,
  sequence,
  alpha,
  margin,
}: VerdictEvidence): string | undefined {
  if (eValue >= 1 / alpha && 2 * candidateWins < discordant)
    return `The baseline wins ${discordant - candidateWins} of ${discordant} discordant traces: e-value ${shown(eValue)}, required ${shown(1 / alpha)}.`;
  if (sequence.high >= (margin ?? 0)) return undefined;
  return `At every look the difference is below ${shown(sequence.high)}, and ${shown(margin ?? 0)} is required.`;
}

/** The reason why the evidence does not show that the candidate beats the baseline. */
function missedReason({ eValue, discordant, candidateWins, sequence, alpha, margin }: VerdictEvidence): string {
  if (margin !== null)
    return `A difference above ${shown(margin)} is not shown: the lower bound at every look is ${shown(sequence.low)}.`;
  return `An advantage in quality is not shown: ${candidateWins} of ${discordant} discordant traces, e-value ${shown(eValue)}, required ${shown(1 / alpha)}.`;
}

/** A number for people, with four significant digits. */
function shown(value: number): string {
  return String(Number(value.toPrecision(4)));
}
