import { Type, type Static } from 'typebox';
import { CLAUSES } from '../../domain/comparisons/bar/clause.ts';
import { DECISION_ACTIONS, DECISION_OUTCOMES } from '../../domain/comparisons/bar/decision-sets.ts';
import { idSchema } from '../wire/id-schema.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { DigestSchema, InstantSchema, textSchema, wholeSchema } from '../wire/scalars.ts';
import { ClauseV1Schema } from './clause.ts';

const closed = { additionalProperties: false } as const;

const orNull = (description: string) => Type.Union([idSchema('release'), Type.Null()], { description });

/** A decision on a route, with the evidence of a run. A decision never changes; the newest of several is in force. */
export const ComparisonDecisionV1Schema = Type.Object(
  {
    decision_id: idSchema('comparisonDecision'),
    run_id: idSchema('comparisonRun'),
    number: wholeSchema(1, 2_147_483_647, { description: 'Number of the decision within the run, from 1' }),
    action: literalUnion(DECISION_ACTIONS),
    outcome: literalUnion(DECISION_OUTCOMES),
    clauses: Type.Array(ClauseV1Schema, { maxItems: CLAUSES.length }),
    verdicts_digest: DigestSchema,
    note: textSchema(2_000),
    release_id: orNull('The new release of the route; null if the route was kept'),
    decided_by: idSchema('subject'),
    decided_at: InstantSchema,
  },
  { title: 'ComparisonDecisionV1', ...closed },
);

export type ComparisonDecisionV1 = Static<typeof ComparisonDecisionV1Schema>;

/** The body that records a decision. */
export const ComparisonDecisionCreateSchema = Type.Object(
  {
    action: literalUnion(DECISION_ACTIONS),
    outcome: literalUnion(DECISION_OUTCOMES, {
      description: 'The outcome that the results show; any other outcome is refused',
    }),
    expected_decision_id: Type.Union([idSchema('comparisonDecision'), Type.Null()], {
      description: 'The newest decision of the run that the client has read; null if it read none',
    }),
    note: textSchema(2_000, { description: 'The reason; may be empty' }),
  },
  { title: 'ComparisonDecisionCreate', ...closed },
);
