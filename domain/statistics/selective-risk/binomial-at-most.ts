/**
 * The probability that at most so many of `count` independent events happen, each with the same probability.
 *
 * Products, quotients and sums alone, relative to the probability of `max`: no term is lost to underflow however large
 * the count, and every machine computes the same.
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
  // Compared with an infinite sum the other one is negligible.
  return fewer === Infinity ? 1 : fewer / (fewer + more);
}
