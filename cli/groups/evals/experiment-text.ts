import type { EvalExperiment, Money } from '../../../clients/typescript/management/wire.ts';
import type { Screen } from '../../output/screen.ts';
import { tableText } from '../../output/table.ts';
import { shareText } from '../../plane/share-text.ts';

type Comparison = NonNullable<EvalExperiment['comparison']>;

/** The arms of an experiment, what was not scored, and the verdict. */
export function experimentText(experiment: EvalExperiment, screen: Screen): string {
  const { latest_run: run, estimates, comparison } = experiment;
  const status =
    run === null
      ? 'not run'
      : run.refusal === null
        ? run.status
        : `${run.status} (${run.refusal.code}): ${run.refusal.text} It needs ${run.refusal.need} and has ${run.refusal.have}.`;
  return [
    `Experiment ${experiment.experiment_id}: ${experiment.title}`,
    `Run ${run?.run_id ?? '-'}: ${status}`,
    ...(estimates.length === 0 ? [] : [armsText(estimates, screen)]),
    ...refusalLines(estimates),
    ...(comparison === null ? [] : comparisonLines(comparison)),
  ].join('\n');
}

function armsText(estimates: EvalExperiment['estimates'], screen: Screen): string {
  return tableText(
    [
      { title: 'ARM', canShrink: true },
      { title: 'METRIC' },
      { title: 'PASSED', isNumber: true },
      { title: 'SCORED', isNumber: true },
      { title: 'RATE', isNumber: true },
      { title: 'BASIS' },
      { title: 'COST', isNumber: true },
    ],
    estimates.map((arm) => [
      arm.arm,
      arm.metric,
      String(arm.passed),
      String(arm.n),
      shareText(arm.point),
      arm.basis,
      costText(arm.cost, arm.unpriced_excluded),
    ]),
    screen,
  );
}

/** The items that were not scored, by arm and reason. */
function refusalLines(estimates: EvalExperiment['estimates']): string[] {
  return estimates.flatMap(({ arm, unscored, abstained }) => [
    ...unscored.map(({ reason, items }) => `${arm}: ${items} not scored, ${reason}`),
    ...(abstained === 0 ? [] : [`${arm}: ${abstained} without a verdict, abstained`]),
  ]);
}

/** The verdict on two arms. */
function comparisonLines(comparison: Comparison): string[] {
  const { baseline, candidate, delta, interval, n_pairs: pairs, unpaired, refusal } = comparison;
  const range = interval === null ? '' : ` (${signed(interval.low)} to ${signed(interval.high)} at one look)`;
  return [
    `${candidate} against ${baseline}: ${comparison.verdict}`,
    `difference: ${delta === null ? 'cannot be measured' : `${signed(delta)}${range}`}, ${pairs} pairs, ${unpaired} unpaired`,
    comparison.verdict_reason,
    ...(refusal === null ? [] : [`${refusal.code}: needs ${refusal.need}, has ${refusal.have}. ${refusal.text}`]),
  ];
}

function signed(share: number): string {
  return `${share > 0 ? '+' : ''}${shareText(share)}`;
}

function costText({ usd, estimated }: Money, unpriced: number): string {
  const known = usd === null ? 'unknown' : `${estimated ? '~' : ''}$${usd}`;
  return unpriced === 0 ? known : `${known} + ${unpriced} unpriced`;
}
