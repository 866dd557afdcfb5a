import { Type } from 'typebox';
import { EXPERIMENT_RUN_STATUSES } from '../../../domain/quality/experiments/experiment-run-statuses.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { textSchema } from '../../wire/scalars.ts';

/** The workspace of a request; required if the installation does not have exactly one. */
const ofWorkspace = Type.Optional(idSchema('workspace'));

/** The members of the query of the list of experiments, in addition to those of every list. */
export const EXPERIMENT_FILTER = { workspace_id: ofWorkspace } as const;

/** The members of the query of the list of runs, in addition to those of every list. */
export const RUN_FILTER = {
  workspace_id: ofWorkspace,
  experiment_id: Type.Optional(idSchema('experiment')),
  status: Type.Optional(literalUnion(EXPERIMENT_RUN_STATUSES, { description: 'Only runs in this state' })),
} as const;

/** The query of one experiment. */
export const ExperimentQuerySchema = Type.Object(
  {
    workspace_id: ofWorkspace,
    compare: Type.Optional(
      textSchema(129, {
        pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63},[A-Za-z0-9][A-Za-z0-9._-]{0,63}$',
        'x-form': 'the names of two arms, `baseline,candidate`',
        description: 'Two arms to compare instead of the declared pair: `baseline,candidate`',
        examples: ['baseline,candidate'],
      }),
    ),
  },
  { additionalProperties: false },
);

/** The body of a request to start or to cancel a run. */
export const ExperimentRunRequestSchema = Type.Object(
  { workspace_id: ofWorkspace },
  { title: 'ExperimentRunRequest', additionalProperties: false },
);
