import type { Fraction } from '../kernel/fraction.ts';
import type { PairedTable } from './paired-table.ts';

/** The cases on which the arms differ; the others do not show which arm is better. */
type Discordant = Pick<PairedTable, 'onlyBaseline' | 'onlyCandidate'>;

/**
 * The exact one-sided McNemar test that the candidate is better. It is the probability that at least as many of the
 * cases on which the arms differ fall to the candidate, if either arm is as likely to win each. A count over a power of
 * two, so that it is the same everywhere and for samples of any size; 1 if the arms never differ.
 */
export function mcnemarBetter({ onlyBaseline, onlyCandidate }: Discordant): Fraction {
  const differing = onlyBaseline + onlyCandidate;
  return { numerator: sumOfBinomials(differing, onlyBaseline), denominator: 2n ** BigInt(differing) };
}

/** The exact two-sided McNemar test of whether the arms differ: twice the smaller side, at most 1. */
export function mcnemarDiffers({ onlyBaseline, onlyCandidate }: Discordant): Fraction {
  const [fewer, more] = [Math.min(onlyBaseline, onlyCandidate), Math.max(onlyBaseline, onlyCandidate)];
  const side = mcnemarBetter({ onlyBaseline: fewer, onlyCandidate: more });
  const twice = side.numerator * 2n;
  // Stryker disable next-line EqualityOperator: of two equal numbers either one is the smaller.
  return { numerator: twice < side.denominator ? twice : side.denominator, denominator: side.denominator };
}

/** The number of ways to choose at most `max` of `count`. */
function sumOfBinomials(count: number, max: number): bigint {
  let ways = 1n;
  let sum = 1n;
  for (let chosen = 1; chosen <= max; chosen += 1) {
    ways = (ways * BigInt(count - chosen + 1)) / BigInt(chosen);
    sum += ways;
  }
  return sum;
}
