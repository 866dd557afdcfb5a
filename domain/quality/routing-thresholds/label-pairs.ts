import type { CalibrationUnit } from '../calibration/artifact.ts';
import { licensedUnits } from '../calibration/licensed-unit.ts';
import type { FitRefusal } from '../calibration/lifecycle.ts';
import type { TunedRule } from './find-tuned-rule.ts';
import type { AnswerVerdicts, RoutedPair, ShadowPair } from './routed-pair.ts';
import type { RoutingCensus } from './routing-artifact.ts';
import { severalMetrics, tooFewLabelledPairs } from './routing-refusals.ts';

/** The units of the active calibration that decide which verdicts of judges count. */
export type AcceptedUnits = readonly Pick<
  CalibrationUnit,
  'judge_subject' | 'metric' | 'threshold' | 'tolerance' | 'gate_passed'
>[];

/** The pairs with a verdict on both answers. */
export interface LabelledPairs {
  readonly metric: string;
  readonly pairs: readonly RoutedPair[];
  readonly census: Omit<RoutingCensus, 'is_capped'>;
  /** The largest tolerance of a judge whose verdicts count; null without one. */
  readonly judgeTolerance: number | null;
}

/** A verdict, with the tolerance of its judges; null if people gave it. */
interface Decided {
  readonly isPass: boolean;
  readonly tolerance: number | null;
}

/**
 * Decides both answers of each pair on a metric: by the majority of people, else by the judges that the active
 * calibration accepts, if they agree. Pairs with an undecided answer are omitted.
 *
 * @param stated the metric; null for the only one with decided pairs
 */
export function labelPairs(
  found: readonly ShadowPair[],
  units: AcceptedUnits,
  { cheap, served }: Pick<TunedRule, 'cheap' | 'served'>,
  stated: string | null,
): LabelledPairs | { readonly refusal: FitRefusal } {
  const accepted = new Map(licensedUnits(units).map((unit) => [`${unit.judge_subject} ${unit.metric}`, unit]));
  const labelledOn = (metric: string): LabelledPairs => {
    const pairs: RoutedPair[] = [];
    const tolerances: number[] = [];
    let byPeople = 0;
    for (const { served: first, repeated, ...call } of found) {
      const [one, other] = [first, repeated].map((answer) => decide(answer.verdicts.get(metric), metric, accepted));
      if (one === undefined || other === undefined) continue;
      const isServedCheap = cheap === served;
      pairs.push({
        ...call,
        isCheapPassed: (isServedCheap ? one : other).isPass,
        isDearPassed: (isServedCheap ? other : one).isPass,
        cheapNanoUsd: (isServedCheap ? first : repeated).costNanoUsd,
        dearNanoUsd: (isServedCheap ? repeated : first).costNanoUsd,
      });
      for (const { tolerance } of [one, other]) {
        if (tolerance === null) byPeople += 1;
        else tolerances.push(tolerance);
      }
    }
    return {
      metric,
      pairs,
      census: { pairs: found.length, labelled: pairs.length, by_people: byPeople, by_judges: tolerances.length },
      judgeTolerance: tolerances.length === 0 ? null : tolerances.reduce((one, other) => Math.max(one, other)),
    };
  };
  if (stated !== null) return labelledOn(stated);
  const metrics = new Set(found.flatMap(({ served: { verdicts } }) => [...verdicts.keys()]));
  const labelled = [...metrics]
    .sort()
    .map(labelledOn)
    .filter(({ pairs }) => pairs.length > 0);
  const [only] = labelled;
  if (labelled.length > 1) return { refusal: severalMetrics(labelled.map(({ metric }) => metric)) };
  return only ?? { refusal: tooFewLabelledPairs(1, 0, found.length) };
}

/** The verdict on an answer; undefined if people have no majority and no accepted judges agree. */
function decide(
  said: AnswerVerdicts | undefined,
  metric: string,
  accepted: ReadonlyMap<string, { readonly threshold: number; readonly tolerance: number }>,
): Decided | undefined {
  if (said === undefined) return undefined;
  if (said.human !== null) return { isPass: said.human === 'pass', tolerance: null };
  const heard = said.judges.flatMap(({ judgeSubject, verdict, certainty }) => {
    const unit = accepted.get(`${judgeSubject} ${metric}`);
    const isSure = certainty !== null && unit !== undefined && certainty >= unit.threshold;
    return isSure ? [{ isPass: verdict === 'pass', tolerance: unit.tolerance }] : [];
  });
  const [first] = heard;
  if (first === undefined || heard.some(({ isPass }) => isPass !== first.isPass)) return undefined;
  return { isPass: first.isPass, tolerance: Math.max(...heard.map(({ tolerance }) => tolerance)) };
}
