import { CONFIG_FLAG } from '../../configuration/config-flag.ts';
import { LOG_FLAG, LOG_FLAGS } from '../../logs/log-flags.ts';
import { requiredFlag } from '../../tree/flag.ts';
import { anyText } from '../../tree/forms.ts';

export const EXPLAIN_FLAGS = {
  log: LOG_FLAG,
  'req-id': requiredFlag('<greq_…>', 'the request, as x-tt-request-id names it', anyText),
} as const;

export const POLICY_PREVIEW_FLAGS = { ...CONFIG_FLAG, ...LOG_FLAGS } as const;
