import { defineCommand, type Group } from '../../tree/command.ts';
import { TOP_FLAGS } from './top-flags.ts';

/** The command that shows the largest groups of calls. */
export const topGroup: Group = {
  name: 'top',
  summary: 'the largest models, agents, traces, steps or tools of the decision log',
  commands: [
    defineCommand('top', {
      summary: 'shows calls, cost, tokens and latency of the largest groups of calls',
      description:
        'The calls come from the decision log, joined from their admission and their ending. Costs are exact sums; calls without a price are counted apart and are never 0. Quantiles of latency have an error of at most 1 %.',
      flags: TOP_FLAGS,
      examples: [
        { line: 'tt top', does: 'Show what each model cost' },
        { line: 'tt top --by agent --since 24h', does: 'Show what each agent cost in the last day' },
        { line: 'tt top --by trace --sort tokens --limit 5', does: 'Find the five traces with most tokens' },
        { line: 'zcat old.jsonl.gz | tt top --log - --json', does: 'Read calls from standard input' },
      ],
      load: async () => await import('./show-top.ts'),
    }),
  ],
};
