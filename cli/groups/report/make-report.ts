import type { CacheSavings } from '../../../domain/gateway/cache/cache-figures.ts';
import { costText, excludedText } from '../../log-figures/cost-sum.ts';
import { logResult } from '../../log-figures/log-result.ts';
import { readCalls } from '../../logs/read-calls.ts';
import type { LOG_FLAGS } from '../../logs/log-flags.ts';
import type { Result } from '../../output/result.ts';
import type { Screen } from '../../output/screen.ts';
import { tableText, type Column } from '../../output/table.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import { ReportTally, type Report } from './report-tally.ts';

export async function run(context: Context, { flags }: Input<typeof LOG_FLAGS>): Promise<Result> {
  const reading = readCalls(context, flags);
  const tally = new ReportTally();
  for await (const call of reading) tally.add(call);
  const document = tally.document();
  return logResult(reading, flags.strict, { document, text: (screen) => reportText(document, screen) });
}

const COLUMNS: readonly Column[] = [
  { title: 'FIGURE', canShrink: true },
  { title: 'VALUE', isNumber: true },
  { title: 'CALLS', isNumber: true },
  { title: 'OMITTED', canShrink: true },
];

function reportText(report: Report, screen: Screen): string {
  return tableText(
    COLUMNS,
    [...servingRows(report), ...cacheRows(report), ...shadowRows(report), ...otherRows(report)],
    screen,
  );
}

function servingRows({ calls, spend, tokens, endings }: Report): string[][] {
  const { total, ...statuses } = calls;
  const tokenText = (amount: number | null): string => (amount === null ? 'unknown' : String(amount));
  const tokenRow = (name: string, amount: number | null): string[] => [
    `tokens: ${name}`,
    tokenText(amount),
    String(tokens.calls),
    tokens.unknown_excluded === 0 ? '' : `${tokens.unknown_excluded} with unknown tokens`,
  ];
  return [
    ['calls', String(total), String(total)],
    ...Object.entries(statuses).map(([status, count]) => [`calls: ${status}`, String(count), String(total)]),
    ['spend', costText(spend), String(spend.calls), excludedText(spend)],
    tokenRow('input', tokens.input),
    tokenRow('input from the cache of the provider', tokens.cached_input),
    tokenRow('output', tokens.output),
    ...endings.map(({ kind, calls: count }) => [`ended as ${kind}`, String(count), String(total)]),
  ];
}

function cacheRows({ cache }: Report): string[][] {
  const { hit, would_hit: wouldHit, miss, bypass, error } = cache.outcomes;
  const asked = hit + wouldHit + miss + bypass + error;
  if (asked === 0) return [];
  const row = (name: string, savings: CacheSavings): string[] => [
    `cache: ${name}`,
    costText(savings),
    String(savings.requests),
    excludedText(savings),
  ];
  return [
    ['cache: hits', String(hit), String(asked)],
    row('saved by equal requests', cache.savings),
    ...(hit === cache.hits.exact
      ? []
      : [row('cost of calls that other hits replaced, no saving', cache.unlicensed_savings)]),
    ...(wouldHit === 0
      ? []
      : [
          row('rules in shadow would save by equal requests', cache.shadow_savings),
          row('cost of calls that other hits in shadow would replace', cache.unlicensed_shadow_savings),
        ]),
  ];
}

function shadowRows({ shadow }: Report): string[][] {
  return shadow.tiers.map(({ tier, compared, would_save_usd: usd, left_out: left }) => [
    `shadow: tier ${tier} would save`,
    costText({ usd }),
    String(compared),
    left === 0 ? '' : `${left} unpriced or not answered`,
  ]);
}

function otherRows({ unpriced, other_purposes: others, shadow }: Report): string[][] {
  return [
    ...(shadow.unpaired === 0 ? [] : [['shadow: calls without their served call', String(shadow.unpaired), '']]),
    ...others.map(({ purpose, calls, spend }) => [
      `spend of ${purpose} calls`,
      costText(spend),
      String(calls),
      excludedText(spend),
    ]),
    ...unpriced.map(({ provider, model, calls, reasons }) => [
      `unpriced: ${provider ?? 'unknown'}/${model ?? 'unknown'}`,
      reasons.join(', ') || 'unknown reason',
      String(calls),
    ]),
  ];
}
