import { Type } from 'typebox';
import { NanoUsdSchema } from '../../comparisons/figure.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { InstantSchema, textSchema } from '../../wire/scalars.ts';

const closed = { additionalProperties: false } as const;

/** The maximum number of judging evaluators in an answer. */
const MAX_EVALUATORS = 1_000;

/** The amount that a workspace may spend on comparisons in total, past spend included. */
export const ComparisonBudgetSchema = Type.Object(
  {
    workspace_id: idSchema('workspace'),
    limit_nano_usd: NanoUsdSchema,
    reserved_nano_usd: NanoUsdSchema,
    settled_nano_usd: NanoUsdSchema,
    changed_at: InstantSchema,
  },
  {
    title: 'ComparisonBudget',
    description: '`reserved_nano_usd` is the amount for calls in flight, and `settled_nano_usd` the amount spent',
    ...closed,
  },
);

/** A limit that the caller sets. */
export const ComparisonBudgetLimitSchema = Type.Object(
  {
    limit_nano_usd: Type.String({
      title: 'BudgetLimit',
      maxLength: 21,
      pattern: '^(0|[1-9]\\d{0,20})$',
      'x-form': 'whole nano-USD as a decimal string, below a trillion US dollars',
      description: 'Whole nano-USD as a decimal string, below a trillion US dollars',
      examples: ['25500000000'],
    }),
  },
  { title: 'ComparisonBudgetLimit', ...closed },
);

const JudgeBudgetSchema = Type.Object(
  {
    evaluator_id: textSchema(512),
    daily_cap_nano_usd: NanoUsdSchema,
    reserved_nano_usd: NanoUsdSchema,
    settled_nano_usd: NanoUsdSchema,
  },
  { title: 'JudgeBudget', ...closed },
);

/** The daily caps of judging evaluators, and their spend of the current UTC day. */
export const JudgeBudgetsSchema = Type.Object(
  {
    day: Type.String({ maxLength: 10, pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'The current day in UTC' }),
    budgets: Type.Array(JudgeBudgetSchema, { maxItems: MAX_EVALUATORS }),
  },
  { title: 'JudgeBudgets', ...closed },
);
