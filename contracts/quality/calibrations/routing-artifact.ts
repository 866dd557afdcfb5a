import { Type, type Static } from 'typebox';
import { ROUTING_PARAMETERS } from '../../../domain/gateway/routing/tune-rule.ts';
import { MAX_ID_BYTES } from '../../wire/id-text.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import {
  countSchema,
  InstantSchema,
  shareOrNullSchema,
  shareSchema,
  textSchema,
  wholeSchema,
} from '../../wire/scalars.ts';
import { ArtifactPartsSchema, CalibrationWindowSchema } from './calibration-artifact.ts';

const closed = { additionalProperties: false } as const;

/** The maximum number of candidates: the deciles of the input tokens. */
const MAX_TESTED = 10;

const nanosOrNull = (description: string) =>
  Type.Union([Type.String({ pattern: '^-?\\d{1,40}$', maxLength: 41 }), Type.Null()], { description });

const FittedTierSchema = Type.Object(
  { tier: textSchema(64, { minLength: 1 }), model: textSchema(128, { minLength: 1 }) },
  { title: 'FittedTier', ...closed },
);

const TestedRouteSchema = Type.Object(
  {
    threshold: countSchema('Input tokens'),
    routed: countSchema('Calls that the cheap tier answers at this threshold'),
    losses: countSchema('Calls among them that only the dear tier would pass'),
    quality: shareSchema('Share of all calls that pass at this threshold'),
    saving_nano_usd: nanosOrNull('Saving in nano-USD, in digits; null if a cost is unknown'),
    is_on_frontier: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'True if no other candidate is better in cost or quality without being worse in the other',
    }),
  },
  { title: 'TestedRoute', ...closed },
);

/** The document of a fit of a routing threshold. */
export const RoutingArtifactSchema = Type.Object(
  {
    id: idSchema('calibration'),
    workspace_id: idSchema('workspace'),
    fitted_at: InstantSchema,
    fingerprint: textSchema(100, {
      minLength: 1,
      description: 'Digest of the tiers, rules and fallbacks for which the threshold holds',
    }),
    rule_id: textSchema(64, { minLength: 1 }),
    parameter: literalUnion(ROUTING_PARAMETERS),
    old_threshold: Type.Union([countSchema('Configured input tokens'), Type.Null()], {
      description: 'Configured number of input tokens; null if the rule has no such bound',
    }),
    threshold: countSchema('Input tokens, by the estimate of the gateway'),
    cheap: FittedTierSchema,
    dear: FittedTierSchema,
    metric: textSchema(MAX_ID_BYTES, { minLength: 1 }),
    quality_budget: shareOrNullSchema('Goal: the maximum loss; null if the goal is a saving'),
    target_frontier_pct: shareOrNullSchema('Goal: the share of the largest saving; null if the goal is a budget'),
    limit: shareSchema('Maximum loss that the gate accepts'),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    min_labeled: wholeSchema(1, Number.MAX_SAFE_INTEGER, { description: 'Minimum number of labelled pairs' }),
    judge_tolerance: shareOrNullSchema(
      'Largest tolerance of the judges whose verdicts count; null if only people judged',
    ),
    window: CalibrationWindowSchema,
    census: Type.Object(
      {
        pairs: countSchema('Calls of the rule with answers of both tiers'),
        labelled: countSchema('Pairs with a verdict on both answers; only these count'),
        by_people: countSchema('Verdicts of people; a labelled pair has two verdicts'),
        by_judges: countSchema('Verdicts of judges that the active calibration accepts'),
        is_capped: Type.Boolean({ description: 'True if the window has more pairs than a fit reads' }),
      },
      { title: 'RoutingCensus', ...closed },
    ),
    parts: ArtifactPartsSchema,
    tested: Type.Array(TestedRouteSchema, {
      maxItems: MAX_TESTED,
      description: 'Candidates over the calibration part, strictest first',
    }),
    routed: countSchema('Calls of the holdout that the cheap tier answers'),
    losses: countSchema('Calls among them that only the dear tier would pass'),
    loss: shareSchema('`losses` over all calls of the holdout'),
    loss_upper_bound: shareSchema('Exact upper bound of the loss at the confidence'),
    allowance: shareSchema('Largest `loss` with which the holdout would pass'),
    gate_passed: Type.Boolean(),
    refusal: Type.Union(
      [
        Type.Object(
          {
            code: Type.Literal('loss_above_limit'),
            need: countSchema('Largest accepted number of losses'),
            have: countSchema('Number of losses'),
            text: textSchema(1_000, { minLength: 1, description: 'The failure and the remedy, as a sentence' }),
          },
          { title: 'RoutingGateRefusal', ...closed },
        ),
        Type.Null(),
      ],
      { description: 'Null exactly if the gate passed' },
    ),
    saving_nano_usd: nanosOrNull('Saving over the holdout in nano-USD, in digits; null if a cost is unknown'),
    dear_cost_nano_usd: nanosOrNull('Cost of all answers of the dear tier in the holdout; null if one is unknown'),
    digest: textSchema(64, {
      pattern: '^[0-9a-f]{64}$',
      description: 'SHA-256 of the canonical JSON without `id`, `fitted_at` and `digest`',
    }),
  },
  { title: 'RoutingArtifact', ...closed },
);

export type RoutingArtifactDocument = Static<typeof RoutingArtifactSchema>;
