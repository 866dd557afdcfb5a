import { COMPARISON_KINDS } from '../../../../domain/comparisons/comparison-kind.ts';
import { MAX_SAMPLE_CASES } from '../../../../domain/comparisons/sample-set.ts';
import { parseDollars } from '../../../../domain/spending/parse-dollars.ts';
import { defineCommand } from '../../../tree/command.ts';
import { listFlag, optionalFlag, type Form } from '../../../tree/flag.ts';
import { anyText, idOf, oneOf } from '../../../tree/forms.ts';
import { BODY_FLAG, IDEMPOTENCY_FLAG, NOT_WITH_BODY } from '../lane/body-flags.ts';
import { idArgument } from '../lane/id-argument.ts';
import { ENVIRONMENT_FLAGS } from '../lane/lane-flags.ts';
import { PAGE_FLAGS } from '../lane/page-flags.ts';
import { waitFlags } from '../lane/wait-flags.ts';
import { pinnedCase } from './pinned-case.ts';
import { RULE_FLAGS } from './rule-flags.ts';
import { TARGET_FLAGS } from './target-flags.ts';

const COMPARISON = idArgument('comparison', 'a comparison');
const RUN = idArgument('comparisonRun', 'a run of the comparison');

/** An amount in USD; its value is whole nano-USD as a decimal text. */
const dollars: Form<string> = {
  rule: 'an amount in USD with at most 9 decimal places, such as 25.50',
  parse: parseDollars,
};

/** Commands of `cloud comparison` on comparisons, their samples and their runs. */
export const comparisonCommands = [
  defineCommand('cloud comparison list', {
    summary: 'lists the comparisons of the environment',
    operation: 'customer.comparisons.list',
    flags: { ...ENVIRONMENT_FLAGS, ...PAGE_FLAGS },
    load: async () => (await import('./comparison-actions.ts')).listComparisons,
  }),
  defineCommand('cloud comparison create', {
    summary: 'creates a comparison of a route with a candidate',
    operation: 'customer.comparisons.create',
    flags: {
      ...ENVIRONMENT_FLAGS,
      name: optionalFlag('<text>', 'the name', anyText, NOT_WITH_BODY),
      kind: optionalFlag(
        '<kind>',
        'labels check answers, or a judge grades them',
        oneOf(COMPARISON_KINDS),
        NOT_WITH_BODY,
      ),
      route: optionalFlag('<rt_…>', 'the route', idOf('route'), NOT_WITH_BODY),
      ...RULE_FLAGS,
      ...BODY_FLAG,
    },
    examples: [
      {
        line: 'tt cloud comparison create --name "Cheaper?" --kind labeled --route rt_… --not-worse 0.05 --highest-cost-ratio 0.8',
        does: 'Ask whether a cheaper model is good enough',
      },
    ],
    load: async () => (await import('./comparison-actions.ts')).createComparison,
  }),
  defineCommand('cloud comparison get', {
    summary: 'shows a comparison, with its acceptance rule',
    operation: 'customer.comparisons.get',
    args: [COMPARISON],
    flags: ENVIRONMENT_FLAGS,
    load: async () => (await import('./comparison-actions.ts')).getComparison,
  }),
  defineCommand('cloud comparison sample publish', {
    summary: 'publishes the cases that runs use',
    operation: 'customer.comparisons.samples.publish',
    args: [COMPARISON],
    flags: {
      ...ENVIRONMENT_FLAGS,
      case: listFlag(
        '<case_…@n>',
        'a case in one of its versions',
        { form: pinnedCase, to: MAX_SAMPLE_CASES },
        NOT_WITH_BODY,
      ),
      ...BODY_FLAG,
    },
    load: async () => (await import('./sample-actions.ts')).publishSample,
  }),
  defineCommand('cloud comparison sample get', {
    summary: 'shows a sample, with its cases',
    operation: 'customer.comparisons.samples.get',
    args: [COMPARISON, idArgument('comparisonSample', 'a sample of the comparison')],
    flags: ENVIRONMENT_FLAGS,
    load: async () => (await import('./sample-actions.ts')).getSample,
  }),
  defineCommand('cloud comparison preflight', {
    summary: 'plans a run: its calls, its cost and what it can show',
    description: 'A preflight sends no call to a provider and costs nothing.',
    operation: 'customer.comparisons.runs.preflight',
    args: [COMPARISON],
    flags: {
      ...ENVIRONMENT_FLAGS,
      sample: optionalFlag('<smp_…>', 'the sample', idOf('comparisonSample'), NOT_WITH_BODY),
      ...TARGET_FLAGS,
      ...RULE_FLAGS,
      ...BODY_FLAG,
    },
    load: async () => (await import('./run-actions.ts')).planComparisonRun,
  }),
  defineCommand('cloud comparison start', {
    summary: 'starts a planned run, which calls providers and costs money',
    description:
      'With --wait, the command ends when the run has ended: 0 for complete and partial, 3 for abandoned, 6 if the time is over.',
    operation: 'customer.comparisons.runs.start',
    args: [COMPARISON],
    flags: {
      ...ENVIRONMENT_FLAGS,
      run: optionalFlag('<crun_…>', 'the planned run', idOf('comparisonRun'), NOT_WITH_BODY),
      'spend-ceiling': optionalFlag('<usd>', 'the most that the answers may cost', dollars, NOT_WITH_BODY),
      'judge-ceiling': optionalFlag('<usd>', 'the most that the judge may cost', dollars, NOT_WITH_BODY),
      ...IDEMPOTENCY_FLAG,
      ...waitFlags('the run has ended', { preset: '30m', ceiling: '24h' }),
      ...BODY_FLAG,
    },
    load: async () => await import('./start-run.ts'),
  }),
  defineCommand('cloud comparison runs', {
    summary: 'lists the runs of a comparison',
    operation: 'customer.comparisons.runs.list',
    args: [COMPARISON],
    flags: { ...ENVIRONMENT_FLAGS, ...PAGE_FLAGS },
    load: async () => (await import('./run-actions.ts')).listComparisonRuns,
  }),
  defineCommand('cloud comparison run', {
    summary: 'shows a run: its plan, its progress and its spend',
    operation: 'customer.comparisons.runs.get',
    args: [COMPARISON, RUN],
    flags: ENVIRONMENT_FLAGS,
    load: async () => (await import('./run-actions.ts')).showComparisonRun,
  }),
  defineCommand('cloud comparison cancel', {
    summary: 'cancels a run',
    operation: 'customer.comparisons.runs.cancel',
    args: [COMPARISON, RUN],
    flags: ENVIRONMENT_FLAGS,
    load: async () => (await import('./run-actions.ts')).cancelComparisonRun,
  }),
];
