import { Type, type Static } from 'typebox';
import { UNPRICED_REASONS } from '../../../domain/models/price.ts';
import {
  CallNamesSchema,
  instant,
  nanos,
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
    effect_kind: enumMember(COST_EFFECT_KINDS, 'What kind of change it is.'),
    attempt_id: textMember('Attempt that cost it.'),
    provider_id: textMember('Provider that charges it.'),
    provider_model: textMember('Model, in the words of the provider.'),
    connection_id: optionalTextMember('Connection that was charged.'),
    occurred_at: instant(
      'When the cost arose; the time base of spend. A transition carries the instant of the settlement it changes.',
    ),
    price_state: Type.Optional(
      enumMember(PRICE_STATES, 'State of the price after the effect; on settlements and transitions.'),
    ),
    previous_price_state: Type.Optional(
      enumMember(
        PRICE_STATES,
        'State of the price before it; on transitions: `pending`, or `unpriced` that becomes priced.',
      ),
    ),
    nanos: Type.Optional(
      nanos(
        'Amount; exactly on priced effects and adjustments, signed on adjustments alone. An unknown price is absent, never 0.',
      ),
    ),
    estimated: Type.Optional(
      Type.Boolean({
        description:
          'The pricing authority said whether the price is an estimate; absent means unknown. On priced effects.',
      }),
    ),
    price_revision: optionalTextMember(
      'The table of prices by which the receiver of the traffic found the price, or found none; on settlements and transitions.',
    ),
    unpriced_reason: Type.Optional(
      enumMember(UNPRICED_REASONS, 'Why that table has no price; on unpriced effects. Absent means unknown.'),
    ),
    price_basis: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: MAX_BASIS_CHARACTERS,
        description:
          'What a later table of prices is asked for the price, as JSON in a text; on unpriced effects. Never sent over HTTP.',
      }),
    ),
  },
  { additionalProperties: false },
);

export type CostEffect = Static<typeof CostEffectSchema>;
