import { Type, type Static } from 'typebox';
import { CLAUSES } from '../../domain/comparisons/bar/clause.ts';
import { ARMS } from '../../domain/comparisons/figures/cell.ts';
import { COMPARISON_RUN_STATES } from '../../domain/comparisons/comparison-run.ts';
import { MAX_SAMPLE_CASES } from '../../domain/comparisons/sample-set.ts';
import { MODEL_PROVIDERS } from '../../domain/models/model-call.ts';
import { ModelTargetV1Schema } from '../models/model-target.ts';
import { IdempotencyKeySchema } from '../wire/idempotency-key.ts';
import { idSchema } from '../wire/id-schema.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { DigestSchema, InstantSchema, textSchema, wholeSchema } from '../wire/scalars.ts';
import { AcceptanceRuleV1Schema } from './acceptance-rule.ts';
import { ComparisonPlanV1Schema, JudgeChoiceSchema } from './comparison-plan.ts';
import { figureSchema, NanoUsdSchema } from './figure.ts';

const closed = { additionalProperties: false } as const;
const MAX_CELLS = 2 * MAX_SAMPLE_CASES;
const cellCount = (description: string) => wholeSchema(0, MAX_CELLS, { description });
const decimal = (description: string) =>
  Type.String({ maxLength: 24, pattern: '^-?\\d{1,3}(\\.\\d{1,16})?$', description });
const orNull = <Schema extends typeof NanoUsdSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

/** The purpose of a call: the answers of an arm, or the verdicts of a judge. */
const SENT_FOR = [...ARMS, 'judge'] as const;

/** The forecast of a run, before it is paid for. */
export const ComparisonForecastV1Schema = Type.Object(
  {
    sends: Type.Array(
      Type.Object(
        {
          for: literalUnion(SENT_FOR),
          connection_id: idSchema('connection'),
          provider: literalUnion(MODEL_PROVIDERS),
          endpoint_host: textSchema(261, { minLength: 1, description: 'Host that receives the calls, with its port' }),
          model: textSchema(256, { minLength: 1 }),
          calls: wholeSchema(1, MAX_CELLS, { description: 'Maximum number of calls' }),
          priced: Type.Boolean({ description: 'False if the price table has no price for the model' }),
        },
        { title: 'PlannedCalls', ...closed },
      ),
      { maxItems: 3, description: 'The calls that the run sends, by their receiver' },
    ),
    showable_lead: Type.Union(
      [
        Type.Object(
          {
            cases: wholeSchema(-MAX_SAMPLE_CASES, MAX_SAMPLE_CASES),
            share: decimal('The same lead as a share of the sample'),
          },
          { title: 'ShowableLead', ...closed },
        ),
        Type.Null(),
      ],
      {
        description:
          'The smallest lead of the candidate, in passed cases, that can meet the quality clause. Null if no lead can meet it, or if the rule requires no quality.',
      },
    ),
    smallest_margin: decimal(
      'The smallest margin that a sample of this size can show if both arms agree on every case',
    ),
    hopeless_clauses: Type.Array(literalUnion(CLAUSES), {
      maxItems: CLAUSES.length,
      description: 'Clauses of the rule that the run cannot meet, for any answers',
    }),
  },
  { title: 'ComparisonForecastV1', ...closed },
);

export type ComparisonForecastV1 = Static<typeof ComparisonForecastV1Schema>;

/** A run of a comparison: its plan, its state and its spend. */
export const ComparisonRunV1Schema = Type.Object(
  {
    run_id: idSchema('comparisonRun'),
    comparison_id: idSchema('comparison'),
    organization_id: idSchema('organization'),
    workspace_id: idSchema('workspace'),
    environment_id: idSchema('environment'),
    state: literalUnion(COMPARISON_RUN_STATES),
    failure_code: Type.String({
      maxLength: 64,
      pattern: '^[a-z_]*$',
      description: 'Empty unless the run was abandoned',
    }),
    plan: ComparisonPlanV1Schema,
    plan_digest: DigestSchema,
    acceptance_rule: AcceptanceRuleV1Schema,
    forecast: ComparisonForecastV1Schema,
    planned_cost: figureSchema(
      'PlannedCost',
      { at_least_nano_usd: NanoUsdSchema, likely_nano_usd: NanoUsdSchema, at_most_nano_usd: NanoUsdSchema },
      ['unpriced_population', 'scope_not_authorized'],
    ),
    remaining: figureSchema('RemainingBudget', { nano_usd: NanoUsdSchema }, ['scope_not_authorized']),
    spend: figureSchema(
      'ComparisonSpend',
      {
        ceiling_nano_usd: orNull(NanoUsdSchema, 'Null until the run starts'),
        reserved_nano_usd: NanoUsdSchema,
        settled_nano_usd: NanoUsdSchema,
        judge_ceiling_nano_usd: orNull(NanoUsdSchema, 'Null if the judge has no separate ceiling'),
        judge_reserved_nano_usd: NanoUsdSchema,
        judge_settled_nano_usd: NanoUsdSchema,
      },
      ['scope_not_authorized'],
    ),
    cells: Type.Object(
      {
        intended: cellCount('Planned cells: one for each case and arm'),
        answered: cellCount('Cells with an answer'),
        failed: cellCount('Cells that ended without an answer'),
      },
      { title: 'CellCounts', ...closed },
    ),
    verdicts: Type.Object(
      { intended: cellCount('One verdict for each cell'), there: cellCount('Cells with at least one verdict') },
      { title: 'VerdictCounts', ...closed },
    ),
    planned_by: idSchema('subject'),
    started_by: Type.Optional(idSchema('subject')),
    canceled_by: Type.Optional(idSchema('subject')),
    created_at: InstantSchema,
    queued_at: Type.Optional(InstantSchema),
    arms_running_at: Type.Optional(InstantSchema),
    scoring_at: Type.Optional(InstantSchema),
    ended_at: Type.Optional(InstantSchema),
    cancel_requested_at: Type.Optional(InstantSchema),
  },
  { title: 'ComparisonRunV1', ...closed },
);

export type ComparisonRunV1 = Static<typeof ComparisonRunV1Schema>;

/** The body that plans a run. */
export const ComparisonPreflightSchema = Type.Object(
  {
    sample_id: idSchema('comparisonSample'),
    candidate: ModelTargetV1Schema,
    judge: Type.Optional(JudgeChoiceSchema),
    acceptance_rule: Type.Optional(AcceptanceRuleV1Schema),
  },
  { title: 'ComparisonPreflight', ...closed },
);

/** The body that starts a run. */
export const ComparisonRunCreateSchema = Type.Object(
  {
    run_id: idSchema('comparisonRun'),
    spend_ceiling_nano_usd: NanoUsdSchema,
    judge_ceiling_nano_usd: Type.Optional(NanoUsdSchema),
    idempotency_key: Type.Optional(IdempotencyKeySchema),
  },
  { title: 'ComparisonRunCreate', ...closed },
);
