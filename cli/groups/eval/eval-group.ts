import { defineCommand, type Group } from '../../tree/command.ts';
import { EVAL_FLAGS } from './eval-flags.ts';

/** The quality of the routing decisions of a log. */
export const evalGroup: Group = {
  name: 'eval',
  summary: 'the quality of routing decisions, from the evidence in a log',
  commands: [
    defineCommand('eval', {
      summary: 'shows how often the answers of each tier pass',
      description:
        'oracle counts labels of people, by their majority. outcome counts the outcomes of each judge, check and other software, measured and reported ones apart. shadow counts calls that two tiers answered and one evaluator judged both. A log without this evidence gives cannot_measure with the missing thing. The command reads the log twice.',
      flags: EVAL_FLAGS,
      examples: [
        { line: 'tt eval --since 30d', does: 'See the pass rate of each tier by labels of people' },
        { line: 'tt eval --quality shadow', does: 'See how often two tiers agree' },
      ],
      load: async () => await import('./evaluate-tiers.ts'),
    }),
  ],
};
