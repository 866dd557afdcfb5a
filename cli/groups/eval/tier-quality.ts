import { computePassRate } from '../../../domain/comparisons/figures/pass-rate.ts';
import type { Confidence } from '../../../domain/statistics/confidence.ts';
import { tierOf } from '../../log-figures/shadow-pairs.ts';
import type { LoggedCall } from '../../logs/logged-call.ts';
import type { LoggedVerdict } from './log-outcomes.ts';

/** The confidence of every interval. */
export const CONFIDENCE: Confidence = '0.95';

/** The verdicts on the answers of a tier on one metric, from one source. */
export interface TierQuality {
  /** Null for calls for which no tier was chosen. */
  readonly tier: string | null;
  readonly metric: string;
  /** The evaluator; `people` for the majority of people. */
  readonly source: string;
  readonly basis: LoggedVerdict['basis'];
  /** The number of calls with a verdict. */
  readonly calls: number;
  readonly passed: number;
  readonly failed: number;
  /** The number of calls without a decision: an abstention, no verdict, or a tie between people. */
  readonly undecided: number;
  /** The share of passed calls among the decided ones; null if none is decided. */
  readonly rate: string | null;
  readonly lower: string | null;
  readonly upper: string | null;
}

/** The decision of one source on one call. */
interface Decision {
  readonly metric: string;
  readonly source: string;
  readonly basis: LoggedVerdict['basis'];
  readonly isPass: boolean | undefined;
}

/** Counts verdicts on calls by tier, metric and source. */
export class TierQualities {
  readonly #decide: (verdicts: readonly LoggedVerdict[]) => readonly Decision[];
  readonly #counts = new Map<string, { passed: number; failed: number; undecided: number }>();

  /** @param decide the decisions that count, from the verdicts on one call */
  constructor(decide: (verdicts: readonly LoggedVerdict[]) => readonly Decision[]) {
    this.#decide = decide;
  }

  add(call: Pick<LoggedCall, 'noted'>, verdicts: readonly LoggedVerdict[]): void {
    for (const { metric, source, basis, isPass } of this.#decide(verdicts)) {
      const key = JSON.stringify([tierOf(call) ?? null, metric, source, basis]);
      const counts = this.#counts.get(key) ?? { passed: 0, failed: 0, undecided: 0 };
      if (isPass === undefined) counts.undecided += 1;
      else if (isPass) counts.passed += 1;
      else counts.failed += 1;
      this.#counts.set(key, counts);
    }
  }

  /** The counts by tier, metric and source. */
  list(): TierQuality[] {
    return [...this.#counts]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, counts]) => {
        const [tier, metric, source, basis] = JSON.parse(key) as [
          string | null,
          string,
          string,
          LoggedVerdict['basis'],
        ];
        const { passed, failed, undecided } = counts;
        return {
          tier,
          metric,
          source,
          basis,
          calls: passed + failed + undecided,
          ...counts,
          ...rateOf(passed, failed),
        };
      });
  }
}

/** The share of passes with its interval; null without a case. */
export function rateOf(passed: number, failed: number): Pick<TierQuality, 'rate' | 'lower' | 'upper'> {
  if (passed + failed === 0) return { rate: null, lower: null, upper: null };
  const { rate, lower, upper } = computePassRate({ passed, failed, unknown: 0 }, CONFIDENCE);
  return { rate, lower, upper };
}

/** The majority of people on each metric, by basis. Labels of hard cases do not count. */
export function decideByPeople(verdicts: readonly LoggedVerdict[]): Decision[] {
  const labels = verdicts.filter(({ kind, isHardCase }) => kind === 'human' && !isHardCase);
  const firsts = labels.filter((label, index) => labels.findIndex((one) => isSameQuestion(one, label)) === index);
  return firsts.map((first) => {
    const group = labels.filter((label) => isSameQuestion(label, first));
    const { metric, basis } = first;
    const passes = group.filter(({ isPass }) => isPass === true).length;
    const fails = group.filter(({ isPass }) => isPass === false).length;
    return { metric, source: 'people', basis, isPass: passes === fails ? undefined : passes > fails };
  });
}

function isSameQuestion(one: LoggedVerdict, other: LoggedVerdict): boolean {
  return one.metric === other.metric && one.basis === other.basis;
}

/** The verdict of each evaluator that is not a person. */
export function decideByEvaluators(verdicts: readonly LoggedVerdict[]): Decision[] {
  return verdicts
    .filter(({ kind }) => kind !== 'human')
    .map(({ metric, evaluatorId, basis, isPass }) => ({ metric, source: evaluatorId, basis, isPass }));
}
