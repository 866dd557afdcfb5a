import type { ClauseV1, ComparisonResultsV1, ComparisonRunV1 } from '../../clients/typescript/wire.ts';
import { toDollars } from '../../domain/insight/to-dollars.ts';

type Arm = 'baseline' | 'candidate';

const OUTCOMES = {
  meets_bar: 'the candidate meets the bar',
  does_not_meet_bar: 'the candidate does not meet the bar',
  not_enough_evidence: 'the evidence does not suffice',
} as const;

/** The result of a run as lines for a person: passes, difference with its interval, p, cost, latency and outcome. */
export function comparisonReport(run: ComparisonRunV1, results: ComparisonResultsV1): string[] {
  const { difference, costs, latencies, pass_rates: rates } = results;
  const cost = (arm: Arm): string => {
    const figure = costs[arm];
    return figure.state === 'present' ? `$${toDollars(figure.nano_usd)}` : `unknown (${figure.reason})`;
  };
  const slow = (arm: Arm): string => {
    const figure = latencies[arm];
    return figure.state === 'present' ? `${figure.p95_ms} ms` : `unknown (${figure.reason})`;
  };
  const passes = (arm: Arm): string => {
    const { passed, cases, unknown, rate } = rates[arm];
    return `${passed} of ${cases} (${percent(rate)} %${unknown > 0 ? `, ${unknown} unknown` : ''})`;
  };
  const isPresent = difference.state === 'present';
  const percents = (level: string): string => `${percent(level)} %`;
  return [
    line('run', `${run.run_id}: ${run.state}, ${run.cells.answered} of ${run.cells.intended} calls answered`),
    line('passes', `baseline ${passes('baseline')}, candidate ${passes('candidate')}`),
    line(
      'difference',
      isPresent
        ? `${points(difference.difference)} points, ${percents(results.confidence)} interval ${points(difference.lower)} to ${points(difference.upper)}, ${difference.pairs} pairs`
        : `unknown (${difference.reason})`,
    ),
    line('p', isPresent ? `${difference.p_value} (exact McNemar, two-sided)` : `unknown (${difference.reason})`),
    line('cost', `baseline ${cost('baseline')}, candidate ${cost('candidate')}`),
    line('p95', `baseline ${slow('baseline')}, candidate ${slow('candidate')}`),
    line('outcome', `${OUTCOMES[results.outcome]} (${results.clauses.map(clauseText).join(', ')})`),
  ];
}

/** One line of the output: a label, and its text. */
export function line(about: string, text: string): string {
  return `${about.padEnd(11)} ${text}`;
}

/**
 * The reason why a run supports no decision, and the next step; undefined if it supports one. A decision needs
 * verdicts, and at least one case that passes on one arm. If no case passes at all, the fault is in the cases, their
 * labels or the answers, and not in a model.
 */
export function undecidableReason(run: ComparisonRunV1, results: ComparisonResultsV1): string | undefined {
  const { baseline, candidate } = results.pass_rates;
  const causes = causesOf(results);
  const because = causes === '' ? '' : ` Why: ${causes}.`;
  if (run.cells.answered === 0)
    return `No call of ${run.cells.intended} was answered, so nothing is decided.${because} Check that the provider of the connection runs and has answers for these prompts and models.`;
  if ([baseline, candidate].every(({ passed, failed }) => passed + failed === 0))
    return `No verdict was reached on ${run.cells.answered} answers, so nothing is decided.${because}`;
  if (baseline.passed + candidate.passed === 0)
    return `No case passed on either arm, so the run shows no difference and nothing is decided.${because} Check the answers and the labels of the cases.`;
  return undefined;
}

/** The reasons of the gaps in the evidence with their counts, most frequent first. */
function causesOf({ gaps }: ComparisonResultsV1): string {
  const counts = new Map<string, number>();
  for (const { reason, detail } of gaps) {
    const cause = detail === '' ? reason : `${reason} (${detail})`;
    counts.set(cause, (counts.get(cause) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([cause, count]) => `${count} × ${cause}`)
    .join(', ');
}

function clauseText({ clause, state }: ClauseV1): string {
  return `${clause}: ${state.replaceAll('_', ' ')}`;
}

/** A share in per cent, rounded to a tenth. */
function percent(share: string): string {
  return String(Number((Number(share) * 100).toFixed(1)));
}

/** A difference of shares in percentage points, with its sign. */
function points(share: string): string {
  const shown = percent(share);
  return shown.startsWith('-') || shown === '0' ? shown : `+${shown}`;
}
