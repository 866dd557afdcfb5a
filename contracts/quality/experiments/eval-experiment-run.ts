import { Type, type Static } from 'typebox';
import { EXPERIMENT_RUN_STATUSES } from '../../../domain/quality/experiments/experiment-run-statuses.ts';
import { MAX_PAGE_ITEMS, PageTokenSchema } from '../../wire/envelope.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { countSchema, InstantSchema } from '../../wire/scalars.ts';
import { NanoUsdSchema } from '../../comparisons/figure.ts';
import { MoneySchema } from '../estimates/money.ts';
import { EvalRefusalSchema } from './eval-refusal.ts';

const closed = { additionalProperties: false } as const;

/** One run of an experiment. */
export const EvalExperimentRunSchema = Type.Object(
  {
    run_id: idSchema('experimentRun'),
    experiment_id: idSchema('experiment'),
    workspace_id: idSchema('workspace'),
    status: literalUnion(EXPERIMENT_RUN_STATUSES),
    refusal: Type.Union([EvalRefusalSchema, Type.Null()], {
      description: 'Present exactly if the run was refused',
    }),
    started_at: InstantSchema,
    ended_at: Type.Union([InstantSchema, Type.Null()], { description: 'Null while the run is running' }),
    cancel_requested_at: Type.Union([InstantSchema, Type.Null()], {
      description: 'The first request to cancel the run; null if there was none',
    }),
    cells: countSchema('Items times arms; 0 until the run has begun'),
    ended_cells: countSchema('Cells that have a result'),
    cost: MoneySchema,
    unpriced_excluded: countSchema('Charged calls without a known price, which `cost` leaves out'),
    spend_ceiling_nano_usd: NanoUsdSchema,
  },
  {
    title: 'EvalExperimentRun',
    description: 'A run of an experiment. A refused run is kept like any other.',
    ...closed,
  },
);

/** A run in the form of an answer. */
export type EvalExperimentRunDocument = Static<typeof EvalExperimentRunSchema>;

/** One page of runs, newest first. */
export const EvalExperimentRunsSchema = Type.Object(
  { runs: Type.Array(EvalExperimentRunSchema, { maxItems: MAX_PAGE_ITEMS }), next_cursor: PageTokenSchema },
  { title: 'EvalExperimentRuns', ...closed },
);
