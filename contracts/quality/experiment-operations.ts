import { readOperation, type ManagementOperations } from '../wire/operations/management-operation.ts';
import { EvalExperimentRunSchema, EvalExperimentRunsSchema } from './experiments/eval-experiment-run.ts';
import { EvalExperimentSchema, EvalExperimentsSchema } from './experiments/eval-experiment.ts';

/** The operations on experiments and their runs. */
export const EXPERIMENT_OPERATIONS = {
  'management.experiments.list': readOperation('/evals/experiments', EvalExperimentsSchema, {
    access: { floor: 'viewer', scopes: ['evals:read'] },
    refusals: ['dependency_unavailable'],
    tag: 'evals',
    summary: 'List experiments',
    description:
      'Lists the experiments of a workspace, newest first, each with its latest run, the estimates of its arms and its verdict.',
  }),
  'management.experiments.create': {
    method: 'POST',
    path: '/evals/experiments',
    success: 201,
    answer: { document: EvalExperimentSchema },
    effect: 'write',
    idempotency: 'none',
    access: { floor: 'operator', scopes: ['evals:write'] },
    refusals: ['dependency_unavailable'],
    tag: 'evals',
    summary: 'Declare an experiment',
    description:
      'Declares everything before anything is scored: the dataset version, the instrument, the arms, the pair, alpha, the margin and the spend ceiling. The declaration never changes. It makes no call; `run` does.',
  },
  'management.experiments.get': readOperation('/evals/experiments/{experiment}', EvalExperimentSchema, {
    access: { floor: 'viewer', scopes: ['evals:read'] },
    refusals: ['dependency_unavailable'],
    tag: 'evals',
    summary: 'Read one experiment',
    description:
      'Returns an experiment with the figures of its latest run: estimates, frontier, segments and the comparison of the declared pair. `compare=baseline,candidate` compares two other arms instead. If arms cannot be subtracted, `delta` is null and `refusal` states why. The verdict may be read at any time, any number of times.',
  }),
  'management.experiments.run': {
    method: 'POST',
    path: '/evals/experiments/{experiment}/run',
    success: 201,
    answer: { document: EvalExperimentRunSchema },
    effect: 'write',
    idempotency: 'none',
    access: { floor: 'operator', scopes: ['evals:write'] },
    refusals: ['conflict', 'dependency_unavailable'],
    tag: 'evals',
    summary: 'Run an experiment',
    description:
      'Starts a run over the pinned dataset version. Its calls cost money, at most the spend ceiling. A run that cannot score anything is kept with the status `refused` and its reason. While a run of the experiment is running, the answer is 409.',
  },
  'management.runs.list': readOperation('/evals/runs', EvalExperimentRunsSchema, {
    access: { floor: 'viewer', scopes: ['evals:read'] },
    refusals: ['dependency_unavailable'],
    tag: 'evals',
    summary: 'List runs of experiments',
    description:
      'Lists the runs of a workspace, refused ones included, newest first. `experiment_id` and `status` restrict the list.',
  }),
  'management.runs.cancel': {
    method: 'POST',
    path: '/evals/runs/{qrun}/cancel',
    success: 200,
    answer: { document: EvalExperimentRunSchema },
    effect: 'write',
    idempotency: 'inherent',
    access: { floor: 'operator', scopes: ['evals:write'] },
    refusals: ['conflict', 'dependency_unavailable'],
    tag: 'evals',
    summary: 'Cancel a run of an experiment',
    description:
      'Requests the end of a running run: it begins no further call, calls in flight are paid for, and it ends as `refused` with the code `abandoned`. `cancel_requested_at` shows the request. A repetition changes nothing. A run that has ended otherwise gets 409.',
  },
} as const satisfies ManagementOperations;
