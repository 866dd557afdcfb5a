import { defineCommand, type Group } from '../../tree/command.ts';
import { GOVERN_PREVIEW_FLAGS, RECONCILE_FLAGS } from './govern-flags.ts';

/** Commands about the limits of the configuration file. */
export const governGroup: Group = {
  name: 'govern',
  summary: 'limits and budgets: their preview, and their use against the log',
  commands: [
    defineCommand('govern preview', {
      summary: 'shows which logged calls each limit of a file would have refused',
      description:
        'Each limit is applied alone, to the logged calls in their order. A limit in force reserves the maximum of a call, so it refuses somewhat earlier. An unknown amount counts with its reservation or an assumption, and the answer states the number of these calls. The log does not contain rotations of keys, so each key counts for itself.',
      flags: GOVERN_PREVIEW_FLAGS,
      examples: [
        { line: 'tt govern preview -c tokentriage.yaml --since 7d', does: 'Try limits before they are in force' },
      ],
      load: async () => await import('./preview-govern.ts'),
    }),
    defineCommand('govern reconcile', {
      summary: 'compares the counted use of limits with the log',
      description:
        'For each limit and node, the log is summed up from the start of the window that contains the instant, and compared with the rollup. Each difference has its reasons.',
      flags: RECONCILE_FLAGS,
      examples: [
        {
          line: 'tt govern reconcile -c tokentriage.yaml --rollup limits.json --as-of 2026-03-31T12:00:00Z',
          does: 'Check the counters of limits',
        },
      ],
      load: async () => await import('./reconcile-govern.ts'),
    }),
  ],
};
