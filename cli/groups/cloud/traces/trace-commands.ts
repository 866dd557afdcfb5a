import { TRACE_ORDERS } from '../../../../domain/traces/trace-orders.ts';
import { defineCommand } from '../../../tree/command.ts';
import { defaultedFlag, optionalFlag } from '../../../tree/flag.ts';
import { anyText, oneOf, wholeNumber } from '../../../tree/forms.ts';
import { SCOPE_FLAGS } from '../insights/question-flags.ts';
import { WINDOW_FLAGS } from '../insights/window-flags.ts';
import { BODY_FLAG, NOT_WITH_BODY } from '../lane/body-flags.ts';
import { WORKSPACE_FLAGS } from '../lane/lane-flags.ts';

const QUESTION = { ...WORKSPACE_FLAGS, ...WINDOW_FLAGS, ...SCOPE_FLAGS, ...BODY_FLAG };

/** Commands of `cloud trace`. */
export const traceCommands = [
  defineCommand('cloud trace list', {
    summary: 'lists the largest traces of a window',
    operation: 'customer.traces.list',
    flags: {
      ...QUESTION,
      'order-by': defaultedFlag(
        '<figure>',
        'the figure that orders traces, largest first',
        { form: oneOf(TRACE_ORDERS), preset: 'spend' },
        NOT_WITH_BODY,
      ),
      limit: optionalFlag('<n>', 'the number of traces', wholeNumber(1, 100), NOT_WITH_BODY),
    },
    examples: [
      { line: 'tt cloud trace list --since 24h --order-by duration', does: 'Find the slowest traces of a day' },
    ],
    load: async () => (await import('./trace-actions.ts')).listTraces,
  }),
  defineCommand('cloud trace read', {
    summary: 'shows a trace as a tree of its steps',
    description: 'The trace is named by the argument, or by the document of --body.',
    operation: 'customer.traces.read',
    args: [{ name: '<trace-id>', summary: 'the trace', form: anyText, isOptional: true }],
    flags: QUESTION,
    examples: [{ line: 'tt cloud trace read trace-1 --since 30d', does: 'See the steps of a trace and their costs' }],
    load: async () => (await import('./trace-actions.ts')).readTrace,
  }),
];
