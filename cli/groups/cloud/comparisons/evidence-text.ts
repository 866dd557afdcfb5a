import type {
  ArmCost,
  ArmLatency,
  ClauseV1,
  ComparisonResultsV1,
  PassRate,
} from '../../../../clients/typescript/wire.ts';
import type { Screen } from '../../../output/screen.ts';
import { tableText } from '../../../output/table.ts';
import { dollarText, percentText } from '../lane/measured-text.ts';
import { partsText, recordText } from '../lane/record-text.ts';

/** The results of a run: its outcome, the clauses, the arms, the difference with its interval, and the gaps. */
export function resultsText(results: ComparisonResultsV1, screen: Screen): string {
  return partsText([
    recordText(
      [
        ['outcome', results.outcome],
        ['state', results.state],
        ['difference', differenceText(results)],
        ['pairs', pairsText(results)],
        ['confidence', results.confidence],
        ['run', results.run_id],
      ],
      screen,
    ),
    clausesText(results.clauses, screen),
    tableText(
      [{ title: 'MEASURE' }, { title: 'BASELINE', isNumber: true }, { title: 'CANDIDATE', isNumber: true }],
      MEASURES.map(([name, measure]) => [name, measure(results, 'baseline'), measure(results, 'candidate')]),
      screen,
    ),
    gapsText(results, screen),
  ]);
}

/** One line for each clause of an acceptance rule. */
export function clausesText(clauses: readonly ClauseV1[], screen: Screen): string {
  if (clauses.length === 0) return '';
  return tableText(
    [{ title: 'STATE' }, { title: 'CLAUSE' }, { title: 'EVIDENCE', canShrink: true }],
    clauses.map((clause) => [clause.state, clause.clause, evidenceText(clause)]),
    screen,
  );
}

function evidenceText(clause: ClauseV1): string {
  switch (clause.clause) {
    case 'better':
      return `p ${clause.p_value}, allowed error ${clause.allowed_error}`;
    case 'not_worse':
      return `lower bound ${clause.lower_bound}, upper bound ${clause.upper_bound}, margin ${clause.margin}`;
    case 'unknowns':
      return `${clause.unknown} unknown, ${clause.tolerated} tolerated`;
    case 'critical_cases':
      return `${clause.passed} passed, ${clause.failed} failed, ${clause.unknown} unknown`;
    case 'cost_ratio': {
      const { ratio, highest } = clause;
      return `${ratio.state === 'present' ? ratio.number : `unavailable: ${ratio.reason}`}, at most ${highest}`;
    }
  }
}

function differenceText({ difference }: ComparisonResultsV1): string {
  if (difference.state === 'absent') return `unavailable: ${difference.reason}`;
  const { difference: amount, lower, upper, p_value: p, pairs } = difference;
  return `${percentText(amount)} (${percentText(lower)} to ${percentText(upper)}), p ${p}, ${pairs} pairs`;
}

function pairsText({ pairs }: ComparisonResultsV1): string {
  return `both pass ${pairs.both}, only baseline ${pairs.only_baseline}, only candidate ${pairs.only_candidate}, neither ${pairs.neither}, unknown ${pairs.unknown}`;
}

type Arm = 'baseline' | 'candidate';

/** The measures of an arm, in the order of their lines. */
const MEASURES: readonly (readonly [name: string, text: (results: ComparisonResultsV1, arm: Arm) => string])[] = [
  ['passed', ({ pass_rates: rates }, arm) => `${rates[arm].passed}/${rates[arm].cases}`],
  ['unknown', ({ pass_rates: rates }, arm) => String(rates[arm].unknown)],
  ['pass rate', ({ pass_rates: rates }, arm) => rateText(rates[arm])],
  ['interval', ({ pass_rates: rates }, arm) => `${percentText(rates[arm].lower)} to ${percentText(rates[arm].upper)}`],
  ['cost', ({ costs }, arm) => costText(costs[arm])],
  ['p50', ({ latencies }, arm) => latencyText(latencies[arm], 'p50_ms')],
  ['p95', ({ latencies }, arm) => latencyText(latencies[arm], 'p95_ms')],
];

function rateText({ cases, rate }: PassRate): string {
  return cases === 0 ? 'unavailable: no_cases' : percentText(rate);
}

function costText(cost: ArmCost): string {
  return cost.state === 'present' ? dollarText(cost.nano_usd) : `unavailable: ${cost.reason}`;
}

function latencyText(latency: ArmLatency, quantile: 'p50_ms' | 'p95_ms'): string {
  return latency.state === 'present' ? `${latency[quantile]} ms` : `unavailable: ${latency.reason}`;
}

function gapsText({ gaps }: ComparisonResultsV1, screen: Screen): string {
  if (gaps.length === 0) return '';
  return tableText(
    [
      { title: 'GAP' },
      { title: 'ARM' },
      { title: 'CASE' },
      { title: 'CRITICAL' },
      { title: 'DETAIL', canShrink: true },
    ],
    gaps.map((gap) => [gap.reason, gap.arm, gap.case_id, gap.critical ? 'critical' : '-', gap.detail]),
    screen,
  );
}
