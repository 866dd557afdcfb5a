import { Type, type Static } from 'typebox';
import { COMPARISON_KINDS } from '../../domain/comparisons/comparison-kind.ts';
import { idSchema } from '../wire/id-schema.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { ChosenNameSchema, InstantSchema, NameSchema } from '../wire/scalars.ts';
import { AcceptanceRuleV1Schema } from './acceptance-rule.ts';

const kind = literalUnion(COMPARISON_KINDS, {
  description:
    'The method of judging: answers are checked against labels, or a model grades them by the reference notes',
});

/** A comparison asks one question about a route: can another target serve it? */
export const ComparisonV1Schema = Type.Object(
  {
    comparison_id: idSchema('comparison'),
    organization_id: idSchema('organization'),
    workspace_id: idSchema('workspace'),
    application_id: idSchema('application'),
    gateway_id: idSchema('gateway'),
    environment_id: idSchema('environment'),
    name: NameSchema,
    kind,
    route_id: idSchema('route'),
    acceptance_rule: Type.Union([AcceptanceRuleV1Schema, Type.Null()], {
      description: 'Null until an acceptance rule is declared',
    }),
    rule_fixed_at: Type.Union([InstantSchema, Type.Null()], {
      description: 'Time of the first preflight, after which the acceptance rule cannot change; null before it',
    }),
    created_by: idSchema('subject'),
    created_at: InstantSchema,
  },
  { title: 'ComparisonV1', additionalProperties: false },
);

export type ComparisonV1 = Static<typeof ComparisonV1Schema>;

/** The body that creates a comparison. */
export const ComparisonCreateSchema = Type.Object(
  {
    name: ChosenNameSchema,
    kind,
    route_id: idSchema('route'),
    acceptance_rule: Type.Optional(AcceptanceRuleV1Schema),
  },
  { title: 'ComparisonCreate', additionalProperties: false },
);
