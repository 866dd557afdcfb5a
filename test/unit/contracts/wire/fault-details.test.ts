import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { createValidator } from '../../../../contracts/wire/validator.ts';

const validate = createValidator(
  Type.Object(
    {
      grain: Type.Union([Type.Literal('hour'), Type.Literal('day')]),
      revision: Type.String(),
      limit: Type.Integer(),
      from: Type.String({ pattern: '^[0-9]{4}-', description: 'an instant', examples: ['2026-01-01T00:00:00Z'] }),
    },
    { additionalProperties: false },
  ),
);
const right = { grain: 'day', revision: '3', limit: 5, from: '2026-01-01T00:00:00Z' };

it.each([
  [{ ...right, grains: 1 }, '/grains is not a member of this document: did you mean `grain`?'],
  [
    { ...right, filter: 1 },
    '/filter is not a member of this document, whose members are grain, revision, limit, from.',
  ],
  [{ ...right, revision: 3 }, '/revision must be a string: write "3" in quotes.'],
  [{ ...right, revision: null }, '/revision must be a string, not null.'],
  [{ ...right, limit: '5' }, '/limit must be a whole number: write 5 without quotes.'],
  [{ ...right, limit: 'secret' }, '/limit must be a whole number, not a string.'],
  [{ ...right, limit: '5'.padStart(60_000, '0') }, '/limit must be a whole number, not a string.'],
  [
    { ...right, ['x'.repeat(60_000)]: 1 },
    `/${'x'.repeat(60_000)} is not a member of this document, whose members are grain, revision, limit, from.`,
  ],
  [{ ...right, limit: [] }, '/limit must be a whole number, not a list.'],
  [{ ...right, from: '1.2.2026' }, '/from must have this form: an instant, for example `2026-01-01T00:00:00Z`.'],
  [
    { revision: 3, limit: 'x', more: 1 },
    '/grain is required; /from is required; /more is not a member of this document, whose members are grain, revision, limit, from; /revision must be a string: write "3" in quotes; and 1 more.',
  ],
])('gives the remedy for %j', (document, sentence) => {
  expect(validate(document)?.message).toBe(sentence);
});
