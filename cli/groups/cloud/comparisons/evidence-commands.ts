import { DECISION_ACTIONS, DECISION_OUTCOMES } from '../../../../domain/comparisons/bar/decision-sets.ts';
import { defineCommand } from '../../../tree/command.ts';
import { optionalFlag } from '../../../tree/flag.ts';
import { anyText, idOf, oneOf } from '../../../tree/forms.ts';
import { BODY_FLAG, NOT_WITH_BODY } from '../lane/body-flags.ts';
import { idArgument } from '../lane/id-argument.ts';
import { ENVIRONMENT_FLAGS } from '../lane/lane-flags.ts';
import { PAGE_FLAGS } from '../lane/page-flags.ts';

const COMPARISON = idArgument('comparison', 'a comparison');
const RUN = idArgument('comparisonRun', 'a run of the comparison');

/** The arms of a run, and the verdicts of people. */
const ARMS = ['baseline', 'candidate'] as const;
const REVIEWS = ['pass', 'fail'] as const;

/** Commands of `cloud comparison` on the evidence of a run, and on decisions. */
export const evidenceCommands = [
  defineCommand('cloud comparison results', {
    summary: 'shows the outcome of a run: clauses, difference, costs and gaps',
    operation: 'customer.comparisons.results.get',
    args: [COMPARISON, RUN],
    flags: ENVIRONMENT_FLAGS,
    examples: [{ line: 'tt cloud comparison results cmp_… crun_…', does: 'See whether the candidate meets the bar' }],
    load: async () => (await import('./evidence-actions.ts')).showResults,
  }),
  defineCommand('cloud comparison verdicts', {
    summary: 'lists the verdicts of a run',
    operation: 'customer.comparisons.verdicts.list',
    args: [COMPARISON, RUN],
    flags: { ...ENVIRONMENT_FLAGS, ...PAGE_FLAGS },
    load: async () => (await import('./evidence-actions.ts')).listVerdicts,
  }),
  defineCommand('cloud comparison review', {
    summary: 'records your verdict on an answer',
    operation: 'customer.comparisons.verdicts.review',
    args: [COMPARISON, RUN],
    flags: {
      ...ENVIRONMENT_FLAGS,
      case: optionalFlag('<case_…>', 'the case', idOf('case'), NOT_WITH_BODY),
      arm: optionalFlag('<arm>', 'the arm that answered', oneOf(ARMS), NOT_WITH_BODY),
      outcome: optionalFlag('<outcome>', 'your verdict', oneOf(REVIEWS), NOT_WITH_BODY),
      note: optionalFlag('<text>', 'the reason', anyText, NOT_WITH_BODY),
      ...BODY_FLAG,
    },
    load: async () => (await import('./evidence-actions.ts')).reviewVerdict,
  }),
  defineCommand('cloud comparison decide', {
    summary: 'keeps or changes the route, with the evidence of a run',
    operation: 'customer.comparisons.decisions.create',
    args: [COMPARISON, RUN],
    flags: {
      ...ENVIRONMENT_FLAGS,
      action: optionalFlag('<action>', 'the effect on the route', oneOf(DECISION_ACTIONS), NOT_WITH_BODY),
      outcome: optionalFlag('<outcome>', 'the outcome that the results show', oneOf(DECISION_OUTCOMES), NOT_WITH_BODY),
      'expected-decision': optionalFlag(
        '<cdec_…>',
        'the newest decision that you have read; none if absent',
        idOf('comparisonDecision'),
        NOT_WITH_BODY,
      ),
      note: optionalFlag('<text>', 'the reason', anyText, NOT_WITH_BODY),
      ...BODY_FLAG,
    },
    examples: [
      {
        line: 'tt cloud comparison decide cmp_… crun_… --action change_route --outcome meets_bar',
        does: 'Release the candidate',
      },
    ],
    load: async () => (await import('./evidence-actions.ts')).decide,
  }),
  defineCommand('cloud comparison decisions', {
    summary: 'lists the decisions on a run',
    operation: 'customer.comparisons.decisions.list',
    args: [COMPARISON, RUN],
    flags: { ...ENVIRONMENT_FLAGS, ...PAGE_FLAGS },
    load: async () => (await import('./evidence-actions.ts')).listDecisions,
  }),
  defineCommand('cloud comparison decision', {
    summary: 'shows a decision, with the clauses that it rests on',
    operation: 'customer.comparisons.decisions.get',
    args: [COMPARISON, RUN, idArgument('comparisonDecision', 'a decision on the run')],
    flags: ENVIRONMENT_FLAGS,
    load: async () => (await import('./evidence-actions.ts')).showDecision,
  }),
];
