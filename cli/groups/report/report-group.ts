import { LOG_FLAGS } from '../../logs/log-flags.ts';
import { defineCommand, type Group } from '../../tree/command.ts';

/** The figures of a decision log. */
export const reportGroup: Group = {
  name: 'report',
  summary: 'spend, tokens, failures, cache savings and shadow calls of a log',
  commands: [
    defineCommand('report', {
      summary: 'sums up the calls of a decision log',
      description:
        'Each figure states the number of calls that it rests on, and the calls that it omits. Shadow calls are no part of the spend: the report compares their cost with the cost of the calls that they repeat.',
      flags: LOG_FLAGS,
      examples: [
        { line: 'tt report --since 24h', does: 'See what the last day cost' },
        { line: 'tt report --log journal/ --jq .spend.usd', does: 'Print the spend of a journal' },
      ],
      load: async () => await import('./make-report.ts'),
    }),
  ],
};
