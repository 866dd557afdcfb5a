import gammaln from '@stdlib/math-base-special-gammaln';

/**
 * The uniform-mixture e-process that the arms win discordant pairs equally often: 2^n / ((n + 1) C(n, wins)), the
 * likelihood ratio of all probabilities of a win against one half. Under equality its mean is 1 after any number of
 * pairs, and it ever reaches 1/alpha with at most the probability alpha (Ville's inequality). So it may be read after
 * each pair, and 1/e is a p-value at any time.
 *
 * The e-process grows with wins and with losses. A claim that one arm is better also needs more wins than losses. This
 * claim is false with at most the probability alpha even if the arm wins less than half.
 *
 * @param discordant the pairs on which the arms differ; concordant pairs do not count
 * @returns Infinity above the largest double; `logUniformMixtureE` has no such limit
 */
export function uniformMixtureE(discordant: number, wins: number): number {
  return Math.exp(logUniformMixtureE(discordant, wins));
}

/** The natural logarithm of the uniform-mixture e-process, without overflow. */
export function logUniformMixtureE(discordant: number, wins: number): number {
  // 1 / ((n + 1) C(n, wins)) is the beta function of wins + 1 and losses + 1.
  const logBeta = gammaln(wins + 1) + gammaln(discordant - wins + 1) - gammaln(discordant + 2);
  return discordant * Math.LN2 + logBeta;
}
