import { LOG_FLAGS } from '../../logs/log-flags.ts';
import { defaultedFlag } from '../../tree/flag.ts';
import { oneOf } from '../../tree/forms.ts';

/** The kinds of evidence for the quality of routing decisions. */
export const QUALITIES = ['oracle', 'outcome', 'shadow'] as const;
export type Quality = (typeof QUALITIES)[number];

export const EVAL_FLAGS = {
  ...LOG_FLAGS,
  quality: defaultedFlag<Quality>(
    '<evidence>',
    'the evidence: labels of people, outcomes of judges, checks and other software, or verdicts on both answers of shadow pairs',
    { form: oneOf(QUALITIES), preset: 'oracle' },
  ),
} as const;
