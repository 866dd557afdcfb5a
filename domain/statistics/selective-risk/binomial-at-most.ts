/**
 * The probability that at most `max` of `count` independent events occur, each with the given probability.
 *
 * The computation uses only products, quotients and sums, relative to the probability of `max`. No term underflows for
 * any count, and all machines compute the same result.
 *
 * @param probability strictly between 0 and 1
 */
export function binomialAtMost(max: number, count: number, probability: number): number {
  const odds = probability / (1 - probability);
  let fewer = 1;
  for (let term = 1, events = max; events > 0; events -= 1) {
    term *= events / ((count - events + 1) * odds);
    fewer += term;
  }
  let more = 0;
  for (let term = 1, events = max; events < count; events += 1) {
    term *= ((count - events) * odds) / (events + 1);
    more += term;
  }
  // If one sum is infinite, the other is negligible.
  return fewer === Infinity ? 1 : fewer / (fewer + more);
}
