import { tierOf, type ShadowPair } from '../../log-figures/shadow-pairs.ts';
import type { LoggedVerdict, LogOutcomes } from './log-outcomes.ts';
import { rateOf } from './tier-quality.ts';

/** The verdicts of one evaluator on both answers of shadow pairs. */
export interface ShadowAgreement {
  /** The tier that repeated the calls; null if its row names none. */
  readonly tier: string | null;
  readonly metric: string;
  readonly source: string;
  readonly basis: LoggedVerdict['basis'];
  /** The number of pairs with a pass or a fail on both answers. */
  readonly pairs: number;
  readonly both_pass: number;
  readonly both_fail: number;
  readonly only_served_passes: number;
  readonly only_shadow_passes: number;
  /** The share of pairs with equal verdicts. */
  readonly agreement: string | null;
  readonly lower: string | null;
  readonly upper: string | null;
}

/** Counts pairs by the verdicts on both answers. */
export class ShadowAgreements {
  readonly #outcomes: LogOutcomes;
  readonly #counts = new Map<string, { bothPass: number; bothFail: number; onlyServed: number; onlyShadow: number }>();

  constructor(outcomes: LogOutcomes) {
    this.#outcomes = outcomes;
  }

  add({ served, shadow }: ShadowPair): void {
    const others = this.#outcomes.of(shadow);
    for (const verdict of this.#outcomes.of(served)) {
      const other = others.find((one) => isSameSource(one, verdict));
      if (verdict.isPass === undefined || other?.isPass === undefined) continue;
      const { metric, evaluatorId, basis } = verdict;
      const key = JSON.stringify([tierOf(shadow) ?? shadow.routeId ?? null, metric, evaluatorId, basis]);
      const counts = this.#counts.get(key) ?? { bothPass: 0, bothFail: 0, onlyServed: 0, onlyShadow: 0 };
      if (verdict.isPass && other.isPass) counts.bothPass += 1;
      else if (verdict.isPass) counts.onlyServed += 1;
      else if (other.isPass) counts.onlyShadow += 1;
      else counts.bothFail += 1;
      this.#counts.set(key, counts);
    }
  }

  list(): ShadowAgreement[] {
    return [...this.#counts]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, counts]) => {
        const [tier, metric, source, basis] = JSON.parse(key) as [
          string | null,
          string,
          string,
          LoggedVerdict['basis'],
        ];
        const { bothPass, bothFail, onlyServed, onlyShadow } = counts;
        const { rate: agreement, lower, upper } = rateOf(bothPass + bothFail, onlyServed + onlyShadow);
        return {
          ...{ tier, metric, source, basis },
          pairs: bothPass + bothFail + onlyServed + onlyShadow,
          both_pass: bothPass,
          both_fail: bothFail,
          only_served_passes: onlyServed,
          only_shadow_passes: onlyShadow,
          ...{ agreement, lower, upper },
        };
      });
  }
}

function isSameSource(one: LoggedVerdict, other: LoggedVerdict): boolean {
  return (
    one.metric === other.metric &&
    one.evaluatorId === other.evaluatorId &&
    one.basis === other.basis &&
    one.annotator === other.annotator
  );
}
