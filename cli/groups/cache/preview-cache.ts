import { CACHE_APPROXIMATIONS } from '../../../contracts/gateway/cache-administration.ts';
import { estimateRepeats, type RepeatEstimate } from '../../../domain/gateway/cache/repeated-calls.ts';
import { costText, excludedText } from '../../log-figures/cost-sum.ts';
import { logResult } from '../../log-figures/log-result.ts';
import type { LOG_FLAGS } from '../../logs/log-flags.ts';
import { readCalls } from '../../logs/read-calls.ts';
import { CommandFault } from '../../output/command-fault.ts';
import type { Result } from '../../output/result.ts';
import type { Screen } from '../../output/screen.ts';
import { tableText, type Column } from '../../output/table.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import { RepeatTally, type SemanticCoverage } from './repeat-tally.ts';

export async function run(context: Context, { flags }: Input<typeof LOG_FLAGS>): Promise<Result> {
  const reading = readCalls(context, flags);
  const tally = new RepeatTally();
  for await (const call of reading) if (!tally.add(call)) throw tooManyGroups();
  const estimate = estimateRepeats(tally.repeated);
  const document = {
    scope: 'team' as const,
    approximations: [...CACHE_APPROXIMATIONS],
    exact:
      estimate === undefined
        ? { cannot_estimate: 'No call of an application in this window says how many tokens it sent.' }
        : { bound: 'upper_bound' as const, ...estimate },
    semantic: semanticOf(tally.semantic),
  };
  return logResult(reading, flags.strict, {
    document,
    text: (screen) => previewText(estimate, document.semantic, screen),
    notes: [
      ...('cannot_estimate' in document.exact ? [document.exact.cannot_estimate] : []),
      ...('cannot_estimate' in document.semantic ? [document.semantic.cannot_estimate] : []),
      `Approximations: ${CACHE_APPROXIMATIONS.join(', ')}. Counts are an upper bound.`,
    ],
  });
}

type Semantic = (SemanticCoverage & { readonly coverage: number }) | { readonly cannot_estimate: string };

/** The share of requests that a semantic rule has examined. The log contains no text, so nothing else can be said. */
function semanticOf({ examined, requests }: SemanticCoverage): Semantic {
  if (examined === 0)
    return {
      cannot_estimate:
        'The log contains no text, and no rule of the kind semantic has examined a call. A rule in shadow mode counts the calls that it would have answered.',
    };
  return { examined, requests, coverage: examined / requests };
}

function tooManyGroups(): CommandFault {
  return new CommandFault('refused', 'The log has too many different calls for an exact count.', {
    why: 'each owner, model and number of tokens is counted apart',
    next: 'choose a shorter window with --since',
  });
}

const COLUMNS: readonly Column[] = [
  { title: 'FIGURE', canShrink: true },
  { title: 'AT MOST', isNumber: true },
  { title: 'CALLS', isNumber: true },
  { title: 'OMITTED', canShrink: true },
];

function previewText(estimate: RepeatEstimate | undefined, semantic: Semantic, screen: Screen): string {
  const rows = [
    ...(estimate === undefined ? [] : exactRows(estimate)),
    ...('coverage' in semantic
      ? [['calls that a semantic rule has examined', percentText(semantic.coverage), String(semantic.requests), '']]
      : []),
  ];
  return rows.length === 0 ? '' : tableText(COLUMNS, rows, screen);
}

function exactRows({
  requests,
  comparable,
  repeats,
  repeat_rate: rate,
  would_save: savings,
}: RepeatEstimate): string[][] {
  const left = requests - comparable;
  return [
    ['repeated calls', String(repeats), String(comparable), left === 0 ? '' : `${left} with unknown tokens`],
    ['share of repeated calls', rate === null ? 'unknown' : percentText(rate), String(comparable), ''],
    ['would save', costText(savings), String(savings.requests), excludedText(savings)],
  ];
}

function percentText(share: number): string {
  return `${Math.round(share * 1_000) / 10} %`;
}
