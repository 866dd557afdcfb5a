import { expect, it } from 'vitest';
import { decideVerdict } from '../../../../../domain/quality/experiments/decide-verdict.ts';
import { mcnemarBetterPValue } from '../../../../../domain/statistics/exact-mcnemar.ts';
import { uniformMixtureE } from '../../../../../domain/statistics/sequential/uniform-mixture-e.ts';
import { createRandom, type Random } from '../../../../../testing/random.ts';

const STREAMS = 1_000;
const LOOKS = 365;
const ALPHA = 0.05;

/** True if the verdict on equal arms is BEAT at a look, and if a test for one look finds a difference. */
function lookDaily(random: Random): { readonly isBeat: boolean; readonly isNaive: boolean } {
  let [wins, isBeat, isNaive] = [0, false, false];
  for (let discordant = 1; discordant <= LOOKS; discordant += 1) {
    if (random.chance(0.5)) wins += 1;
    const { verdict } = decideVerdict({
      instrument: 'shadow_dual_run',
      eValue: uniformMixtureE(discordant, wins),
      ...{ discordant, candidateWins: wins, sequence: { low: -1, high: 1 }, alpha: ALPHA, margin: null },
      place: { on_frontier: null, reason: '' },
    });
    isBeat ||= verdict === 'BEAT';
    if (discordant > 60 || isNaive) continue;
    const { numerator, denominator } = mcnemarBetterPValue({ onlyBaseline: discordant - wins, onlyCandidate: wins });
    isNaive = Number(numerator) / Number(denominator) <= ALPHA;
  }
  return { isBeat, isNaive };
}

it('gives a false BEAT in at most 5 % of streams, at 365 looks each, where a test for one look gives more', () => {
  const random = createRandom(47);
  const streams = Array.from({ length: STREAMS }, () => lookDaily(random));
  const bound = ALPHA + 3 * Math.sqrt((ALPHA * (1 - ALPHA)) / STREAMS);
  expect(streams.filter(({ isBeat }) => isBeat).length / STREAMS).toBeLessThanOrEqual(bound);
  expect(streams.filter(({ isNaive }) => isNaive).length / STREAMS).toBeGreaterThan(bound);
});
