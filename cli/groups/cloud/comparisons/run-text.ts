import type { ComparisonRunV1 } from '../../../../clients/typescript/wire.ts';
import type { Screen } from '../../../output/screen.ts';
import { tableText } from '../../../output/table.ts';
import { localTime } from '../lane/local-time.ts';
import { dollarText, percentText } from '../lane/measured-text.ts';
import { partsText, recordText } from '../lane/record-text.ts';

/** A run of a comparison: its state, its plan and its spend. */
export function comparisonRunText(run: ComparisonRunV1, screen: Screen): string {
  const { plan, forecast, cells, verdicts } = run;
  return partsText([
    recordText(
      [
        ['state', run.failure_code === '' ? run.state : `${run.state}: ${run.failure_code}`],
        ['run', run.run_id],
        ['comparison', run.comparison_id],
        ['baseline', `${plan.baseline.target.model} (${plan.baseline.target.connection_id})`],
        ['candidate', `${plan.candidate.target.model} (${plan.candidate.target.connection_id})`],
        ['judge', plan.judge === null ? 'none: labels decide' : `${plan.judge.model} (${plan.judge.connection_id})`],
        ['cells', `${cells.answered} answered, ${cells.failed} failed of ${cells.intended}`],
        ['verdicts', `${verdicts.there} of ${verdicts.intended}`],
        ['planned cost', plannedCostText(run)],
        ['spend', spendText(run)],
        ['judge spend', judgeSpendText(run)],
        [
          'remaining budget',
          run.remaining.state === 'present' ? dollarText(run.remaining.nano_usd) : unavailable(run.remaining),
        ],
        [
          'lead to show',
          forecast.showable_lead === null
            ? 'none can meet the quality clause'
            : `${forecast.showable_lead.cases} cases (${percentText(forecast.showable_lead.share)})`,
        ],
        ['hopeless clauses', forecast.hopeless_clauses.join(', ') || 'none'],
        ['created', localTime(run.created_at)],
        ['ended', run.ended_at && localTime(run.ended_at)],
      ],
      screen,
    ),
    forecast.sends.length === 0
      ? ''
      : tableText(
          [
            { title: 'FOR' },
            { title: 'MODEL', canShrink: true },
            { title: 'PROVIDER' },
            { title: 'HOST', canShrink: true },
            { title: 'CALLS', isNumber: true },
            { title: 'PRICE' },
          ],
          forecast.sends.map((sent) => [
            sent.for,
            sent.model,
            sent.provider,
            sent.endpoint_host,
            String(sent.calls),
            sent.priced ? 'known' : 'unknown',
          ]),
          screen,
        ),
  ]);
}

function unavailable({ reason }: { readonly reason: string }): string {
  return `unavailable: ${reason}`;
}

function plannedCostText({ planned_cost: cost }: ComparisonRunV1): string {
  if (cost.state === 'absent') return unavailable(cost);
  const { at_least_nano_usd: least, likely_nano_usd: likely, at_most_nano_usd: most } = cost;
  return `${dollarText(likely)} (${dollarText(least)} to ${dollarText(most)})`;
}

function spendText({ spend }: ComparisonRunV1): string {
  if (spend.state === 'absent') return unavailable(spend);
  return `${dollarText(spend.settled_nano_usd)} settled, ${dollarText(spend.reserved_nano_usd)} reserved, ceiling ${dollarText(spend.ceiling_nano_usd)}`;
}

function judgeSpendText({ spend, plan }: ComparisonRunV1): string | undefined {
  if (plan.judge === null || spend.state === 'absent') return undefined;
  return `${dollarText(spend.judge_settled_nano_usd)} settled, ${dollarText(spend.judge_reserved_nano_usd)} reserved, ceiling ${dollarText(spend.judge_ceiling_nano_usd)}`;
}
