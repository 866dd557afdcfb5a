import type { Fraction } from '../kernel/fraction.ts';
import type { PairedTable } from './paired-table.ts';

/** The numbers of cases on which the arms differ. Other cases do not show which arm is better. */
type Discordant = Pick<PairedTable, 'onlyBaseline' | 'onlyCandidate'>;

/**
 * The p-value of the exact one-sided McNemar test that the candidate is better. It is the probability of at least as
 * many wins of the candidate, if each arm is equally likely to win each differing case. A fraction over a power of two
 * is exact for samples of any size; it is 1 if the arms never differ.
 */
export function mcnemarBetterPValue({ onlyBaseline, onlyCandidate }: Discordant): Fraction {
  const differing = onlyBaseline + onlyCandidate;
  return { numerator: sumOfBinomials(differing, onlyBaseline), denominator: 2n ** BigInt(differing) };
}

/** The p-value of the exact two-sided McNemar test that the arms differ: twice the smaller side, at most 1. */
export function mcnemarDifferencePValue({ onlyBaseline, onlyCandidate }: Discordant): Fraction {
  const [fewer, more] = [Math.min(onlyBaseline, onlyCandidate), Math.max(onlyBaseline, onlyCandidate)];
  const side = mcnemarBetterPValue({ onlyBaseline: fewer, onlyCandidate: more });
  const twice = side.numerator * 2n;
  // Stryker disable next-line EqualityOperator: of two equal numbers either one is the smaller.
  return { numerator: twice < side.denominator ? twice : side.denominator, denominator: side.denominator };
}

/** The number of ways to choose at most `max` of `count` items. */
function sumOfBinomials(count: number, max: number): bigint {
  let ways = 1n;
  let sum = 1n;
  for (let chosen = 1; chosen <= max; chosen += 1) {
    ways = (ways * BigInt(count - chosen + 1)) / BigInt(chosen);
    sum += ways;
  }
  return sum;
}
