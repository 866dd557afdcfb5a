import { Type } from 'typebox';

/** An amount of money. */
export const MoneySchema = Type.Object(
  {
    usd: Type.Union(
      [Type.String({ maxLength: 48, pattern: '^\\d{1,38}(\\.\\d{1,9})?$', description: 'US dollars' }), Type.Null()],
      { description: 'Null if no price is known; 0 is a measured value' },
    ),
    estimated: Type.Boolean({ description: 'True if a part of the amount is an estimate' }),
    unpriced: Type.Boolean({ description: 'True if no price is known' }),
  },
  { title: 'Money', description: 'An amount of money. An unknown price is never 0.', additionalProperties: false },
);
