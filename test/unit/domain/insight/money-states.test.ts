import { describe, expect, it } from 'vitest';
import type { CoverageEntry } from '../../../../domain/insight/coverage.ts';
import { activitySpendValue, providerSpendValue } from '../../../../domain/insight/metrics/spend.ts';
import { costPer1000RequestsValue, costPerCompletedValue } from '../../../../domain/insight/metrics/unit-costs.ts';
import type { MeasuredValue } from '../../../../domain/insight/measured-value.ts';
import { valueText, makeSums } from '../../../../testing/insight/measured.ts';

const GAP: CoverageEntry[] = ['ingest_gap:gateway_journal'];
const LOST: CoverageEntry[] = ['ingest_gap:gateway_journal', 'retention_expired'];
const NONE: CoverageEntry[] = [];
const FLOOR = 'ingest_gap:gateway_journal';
const none = makeSums();

/** The sums of seven requests with one success and, by default, one attempt. */
function spend(some: Parameters<typeof makeSums>[0]): ReturnType<typeof makeSums> {
  return makeSums({ admitted: 7n, ended: 1n, succeeded: 1n, attempts: 1n, ...some });
}
const priced = spend({ effects: 3n, nanos: 93n, settled_nanos: 100n, priced: 2n, adjustments: 1n });
const corrected = spend({ effects: 2n, nanos: 93n, settled_nanos: 100n, priced: 1n, adjustments: 1n });
const adjusted = spend({ effects: 1n, nanos: -7n, adjustments: 1n });
const waiting = spend({ effects: 1n, pending: 1n });
const mixed = spend({ effects: 2n, nanos: 5n, settled_nanos: 5n, priced: 1n, unpriced: 1n });
const idle = spend({ attempts: 0n });

const cases: [string, () => MeasuredValue, string][] = [
  ['provider spend is the sum of prices and corrections', () => providerSpendValue(priced, NONE), '93 nano_usd'],
  [
    'corrections alone are provider spend, and a floor if an attempt has no price',
    () => providerSpendValue(adjusted, NONE),
    'at least -7 nano_usd (unpriced_population)',
  ],
  ['provider spend with a gap is a floor', () => providerSpendValue(priced, GAP), `at least 93 nano_usd (${FLOOR})`],
  [
    'a missing price makes provider spend a floor',
    () => providerSpendValue(mixed, LOST),
    `at least 5 nano_usd (${[...LOST, 'unpriced_population'].join(', ')})`,
  ],
  ['the spend of effects without a price is unknown', () => providerSpendValue(waiting, NONE), 'unpriced_population'],
  [
    'the spend of effects without a price is unknown with a gap too',
    () => providerSpendValue(waiting, GAP),
    'unpriced_population',
  ],
  [
    'the spend of attempts without an effect is unknown',
    () => providerSpendValue(spend({}), NONE),
    'unpriced_population',
  ],
  [
    'the spend of attempts without an effect is unknown with a gap too',
    () => providerSpendValue(spend({}), GAP),
    'unpriced_population',
  ],
  [
    'some attempts without an effect make provider spend a floor',
    () => providerSpendValue(spend({ attempts: 2n, effects: 1n, nanos: 5n, settled_nanos: 5n, priced: 1n }), NONE),
    'at least 5 nano_usd (unpriced_population)',
  ],
  [
    'an attempt that costs nothing has a price of zero',
    () => providerSpendValue(spend({ attempts: 2n, effects: 2n, nanos: 5n, settled_nanos: 5n, priced: 2n }), NONE),
    '5 nano_usd',
  ],
  ['a price with one correction is known', () => providerSpendValue(corrected, NONE), '93 nano_usd'],
  [
    'a price that is still pending makes provider spend a floor',
    () => providerSpendValue(spend({ effects: 2n, nanos: 5n, priced: 1n, pending: 1n }), NONE),
    'at least 5 nano_usd (unpriced_population)',
  ],
  ['no attempts and no effects have a spend of zero', () => providerSpendValue(idle, NONE), '0 nano_usd'],
  [
    'the spend without attempts and effects is unknown with a gap',
    () => providerSpendValue(idle, GAP),
    'coverage_unknown',
  ],
  [
    'the withdrawal of a missing price hides no effect without a price',
    () => providerSpendValue(spend({ effects: 2n, nanos: 5n, priced: 1n, pending: -1n, unpriced: 1n }), NONE),
    'at least 5 nano_usd (unpriced_population)',
  ],

  ['activity spend omits corrections', () => activitySpendValue(priced, NONE), '100 nano_usd'],
  [
    'the spend of activity with only a correction is unknown',
    () => activitySpendValue(adjusted, NONE),
    'unpriced_population',
  ],
  [
    'corrections without activity have an activity spend of zero',
    () => activitySpendValue(spend({ attempts: 0n, effects: 1n, nanos: -7n, adjustments: 1n }), NONE),
    '0 nano_usd',
  ],
  [
    'activity spend of effects without a price is unknown',
    () => activitySpendValue(waiting, NONE),
    'unpriced_population',
  ],
  [
    'activity spend with some effects without a price is a floor',
    () => activitySpendValue(mixed, NONE),
    'at least 5 nano_usd (unpriced_population)',
  ],

  [
    'the cost of a thousand requests is the spend times 1000, divided by requests',
    () => costPer1000RequestsValue(priced, NONE),
    '13286 nano_usd',
  ],
  [
    'a unit cost beyond twelve digits is exact',
    () =>
      costPer1000RequestsValue(spend({ admitted: 1n, effects: 1n, nanos: 1_234_567_890_123_457n, priced: 1n }), NONE),
    '1234567890123457000 nano_usd',
  ],
  [
    'half a nano-USD is rounded down to an even number',
    () => costPerCompletedValue(makeSums({ succeeded: 2n, effects: 1n, nanos: 5n, priced: 1n }), NONE),
    '2 nano_usd',
  ],
  [
    'half a nano-USD is rounded up to an even number',
    () => costPerCompletedValue(makeSums({ succeeded: 2n, effects: 1n, nanos: 7n, priced: 1n }), NONE),
    '4 nano_usd',
  ],
  [
    'a negative amount is rounded like a positive one',
    () => costPerCompletedValue(makeSums({ succeeded: 3n, effects: 1n, nanos: -5n, adjustments: 1n }), NONE),
    '-2 nano_usd',
  ],
  [
    'the cost of a completed request is the spend divided by successes',
    () => costPerCompletedValue(priced, NONE),
    '93 nano_usd',
  ],
  [
    'the cost of a completed request includes a correction',
    () => costPerCompletedValue(corrected, NONE),
    '93 nano_usd',
  ],
  ['a unit cost with a gap is unknown', () => costPer1000RequestsValue(mixed, GAP), 'coverage_unknown'],
  ['a unit cost with a missing price is unknown', () => costPer1000RequestsValue(mixed, NONE), 'unpriced_population'],
  [
    'a unit cost of attempts without effects is unknown',
    () => costPerCompletedValue(spend({}), NONE),
    'unpriced_population',
  ],
  [
    'a unit cost with an unknown part is unknown',
    () => costPerCompletedValue(spend({ attempts: 2n, effects: 1n, nanos: 5n, priced: 1n }), NONE),
    'unpriced_population',
  ],
  [
    'a missing price takes precedence over an empty denominator',
    () => costPerCompletedValue(makeSums({ attempts: 1n }), NONE),
    'unpriced_population',
  ],
  [
    'a cost per thousand without requests has no denominator',
    () => costPer1000RequestsValue(none, NONE),
    'denominator_zero',
  ],
  [
    'a cost per completed request without successes has no denominator',
    () => costPerCompletedValue(makeSums({ admitted: 1n, effects: 1n, priced: 1n, nanos: 5n }), NONE),
    'denominator_zero',
  ],
];

describe('the state of money', () => {
  it.each(cases)('%s', (_sentence, value, expected) => {
    expect(valueText(value())).toBe(expected);
  });
});
