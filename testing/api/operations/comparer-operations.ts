import { demoId } from '../demo-ids.ts';
import { makeCaseContent } from '../made-case.ts';
import { ACCEPTANCE_RULE } from '../made-comparison.ts';
import { MODEL_TARGET } from '../made-route.ts';
import type { MatrixOperation } from './matrix-operation.ts';

/**
 * The statuses for other callers. Callers who may compare in an environment see its comparisons; others who see the
 * environment get 403.
 */
const OTHERS = [403, 403, 403, 404, 404] as const;
const COMPARERS = [200, ...OTHERS] as const;

/** Every operation on comparisons and their parts, for the authorization matrix. */
export const COMPARER_OPERATIONS: readonly MatrixOperation[] = [
  {
    name: 'customer.routes.list',
    send: ({ routes }) => routes.list().page(),
    expected: COMPARERS,
  },
  {
    name: 'customer.routes.get',
    send: ({ routes }, { route }) => routes.get(route),
    expected: COMPARERS,
  },
  {
    name: 'customer.comparisons.create',
    send: ({ comparisons }, { route }) => comparisons.create({ name: 'Cheaper?', kind: 'labeled', route_id: route }),
    expected: [201, ...OTHERS],
  },
  {
    name: 'customer.comparisons.list',
    send: ({ comparisons }) => comparisons.list().page(),
    expected: COMPARERS,
  },
  {
    name: 'customer.comparisons.get',
    send: ({ comparisons }, { comparison }) => comparisons.get(comparison),
    expected: COMPARERS,
  },
  {
    name: 'customer.comparisons.samples.publish',
    send: ({ comparisons }, { comparison }) =>
      comparisons.samples.publish(comparison, {
        cases: [1, 2].map((n) => ({ case_id: demoId('case', n), version: '1' })),
      }),
    expected: [201, ...OTHERS],
  },
  {
    name: 'customer.comparisons.samples.get',
    send: ({ comparisons }, { comparison, sample }) => comparisons.samples.get(comparison, sample),
    expected: COMPARERS,
  },
  {
    name: 'customer.comparisons.runs.preflight',
    send: ({ comparisons }, { comparison, sample }) =>
      comparisons.runs.preflight(comparison, {
        sample_id: sample,
        candidate: MODEL_TARGET,
        acceptance_rule: ACCEPTANCE_RULE,
      }),
    expected: [201, ...OTHERS],
  },
  {
    name: 'customer.comparisons.runs.start',
    send: ({ comparisons }, { comparison, comparisonRun }) =>
      comparisons.runs.start(comparison, { run_id: comparisonRun, spend_ceiling_nano_usd: '1000' }),
    expected: [202, ...OTHERS],
  },
  {
    name: 'customer.comparisons.runs.list',
    send: ({ comparisons }, { comparison }) => comparisons.runs.list(comparison).page(),
    expected: COMPARERS,
  },
  {
    name: 'customer.comparisons.runs.get',
    send: ({ comparisons }, { comparison, comparisonRun }) => comparisons.runs.get(comparison, comparisonRun),
    expected: COMPARERS,
  },
  {
    name: 'customer.comparisons.runs.cancel',
    send: ({ comparisons }, { comparison, comparisonRun }) => comparisons.runs.cancel(comparison, comparisonRun),
    expected: COMPARERS,
  },
  // The run of the matrix is planned and has not ended. Callers who may compare get this reason.
  {
    name: 'customer.comparisons.results.get',
    send: ({ comparisons }, { comparison, comparisonRun }) => comparisons.results.get(comparison, comparisonRun),
    expected: [409, ...OTHERS],
  },
  {
    name: 'customer.comparisons.verdicts.list',
    send: ({ comparisons }, { comparison, comparisonRun }) =>
      comparisons.verdicts.list(comparison, comparisonRun).page(),
    expected: COMPARERS,
  },
  {
    name: 'customer.comparisons.verdicts.review',
    send: ({ comparisons }, { comparison, comparisonRun, case: id }) =>
      comparisons.verdicts.review(comparison, comparisonRun, {
        ...{ case_id: id, arm: 'baseline', outcome: 'pass', note: '' },
      }),
    expected: [409, ...OTHERS],
  },
  {
    name: 'customer.comparisons.decisions.create',
    send: ({ comparisons }, { comparison, comparisonRun }) =>
      comparisons.decisions.create(comparison, comparisonRun, {
        ...{ action: 'change_route', outcome: 'meets_bar', expected_decision_id: null, note: '' },
      }),
    expected: [409, ...OTHERS],
  },
  {
    name: 'customer.comparisons.decisions.list',
    send: ({ comparisons }, { comparison, comparisonRun }) =>
      comparisons.decisions.list(comparison, comparisonRun).page(),
    expected: COMPARERS,
  },
  {
    name: 'customer.comparisons.decisions.get',
    send: ({ comparisons }, { comparison, comparisonRun, comparisonDecision }) =>
      comparisons.decisions.get(comparison, comparisonRun, comparisonDecision),
    expected: COMPARERS,
  },
  {
    name: 'customer.cases.create',
    send: ({ cases }) => cases.create({ cases: [makeCaseContent()] }),
    expected: [201, ...OTHERS],
  },
  {
    name: 'customer.cases.list',
    send: ({ cases }) => cases.list().page(),
    expected: COMPARERS,
  },
  {
    name: 'customer.cases.get',
    send: ({ cases }, { case: id }) => cases.get(id),
    expected: COMPARERS,
  },
  {
    name: 'customer.cases.versions',
    send: ({ cases }, { case: id }) => cases.versions(id).page(),
    expected: COMPARERS,
  },
  {
    name: 'customer.cases.revise',
    send: ({ cases }, { case: id }) => cases.revise(id, { expected_version: '1', ...makeCaseContent() }),
    expected: [201, ...OTHERS],
  },
];
