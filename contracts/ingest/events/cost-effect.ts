import { Type, type Static } from 'typebox';
import { UNPRICED_REASONS } from '../../../domain/models/price.ts';
import {
  CallNamesSchema,
  instantMember,
  nanosMember,
  enumMember,
  optionalTextMember,
  requestDimensions,
  textMember,
} from './members.ts';
import { MAX_BASIS_CHARACTERS } from './price-basis.ts';

const COST_EFFECT_KINDS = ['settlement', 'adjustment', 'price_transition'] as const;
export const PRICE_STATES = ['priced', 'pending', 'unpriced'] as const;
export type PriceState = (typeof PRICE_STATES)[number];

/**
 * A change of the cost of traffic. A settlement states once the cost of an attempt, or that its price is not known
 * (yet); an attempt without a settlement counts as not charged. A price that becomes known later is a transition; a
 * correction of a known price is an adjustment.
 */
export const CostEffectSchema = Type.Object(
  {
    event: Type.Literal('cost_effect', { description: 'Name of the event.' }),
    ...requestDimensions,
    call_names: Type.Optional(CallNamesSchema),
    effect_id: textMember('The effect; unique within the workspace.'),
    effect_kind: enumMember(COST_EFFECT_KINDS, 'The kind of change.'),
    attempt_id: textMember('Attempt that caused the cost.'),
    provider_id: textMember('Provider that charges the cost.'),
    provider_model: textMember('Model, as the provider names it.'),
    connection_id: optionalTextMember('Connection that was charged.'),
    occurred_at: instantMember(
      'Time at which the cost arose; the time base of spend. A transition has the instant of the settlement that it changes.',
    ),
    price_state: Type.Optional(
      enumMember(PRICE_STATES, 'State of the price after the effect; on settlements and transitions.'),
    ),
    previous_price_state: Type.Optional(
      enumMember(
        PRICE_STATES,
        'State of the price before the effect; only on transitions: `pending`, or `unpriced` if the effect sets a price.',
      ),
    ),
    nanos: Type.Optional(
      nanosMember(
        'Amount; on priced effects and adjustments only. It can be negative only on adjustments. An unknown price is absent, never 0.',
      ),
    ),
    estimated: Type.Optional(
      Type.Boolean({
        description:
          'True if the price is an estimate, as the pricing authority states; absent means unknown. On priced effects only.',
      }),
    ),
    price_revision: optionalTextMember(
      'Revision of the price table in which the receiver of the traffic searched the price; on settlements and transitions.',
    ),
    unpriced_reason: Type.Optional(
      enumMember(
        UNPRICED_REASONS,
        'The reason why that table has no price; on unpriced effects. Absent means unknown.',
      ),
    ),
    price_basis: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: MAX_BASIS_CHARACTERS,
        description:
          'The input for a search in a later price table, as JSON in a text; on unpriced effects. It is never sent over HTTP.',
      }),
    ),
  },
  { additionalProperties: false },
);

export type CostEffect = Static<typeof CostEffectSchema>;
