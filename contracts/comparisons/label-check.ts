import { Type } from 'typebox';
import { textSchema } from '../wire/scalars.ts';

const closed = { additionalProperties: false } as const;
const MAX_LABEL = 8_192;
const expected = (description: string) => textSchema(MAX_LABEL, { description });
const decimal = (description: string) =>
  Type.String({
    maxLength: 64,
    pattern: '^-?\\d{1,32}(\\.\\d{1,30})?$',
    'x-form': 'a decimal number as a text, with at most 32 digits before the point and 30 after it',
    description,
  });

/** The expected label of a case, and the check of an answer against it. */
export const LabelCheckV1Schema = Type.Union(
  [
    Type.Object(
      { kind: Type.Literal('exact'), expected: expected('The complete answer, character by character') },
      closed,
    ),
    Type.Object(
      {
        kind: Type.Literal('normalized'),
        expected: expected(
          'The answer; differences in case, white space, typography and final punctuation are ignored',
        ),
      },
      closed,
    ),
    Type.Object(
      {
        kind: Type.Literal('number'),
        expected: decimal('The number that the answer must contain'),
        tolerance: decimal('Maximum difference from the number; 0 requires an equal number'),
        locale: Type.Optional(
          Type.String({
            maxLength: 35,
            pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
            'x-form': 'a language tag, such as `de-CH`',
            description: 'Locale of numbers in the answer, such as de-CH; it decides the meaning of 1.234 and 1,234',
          }),
        ),
      },
      closed,
    ),
    Type.Object(
      {
        kind: Type.Literal('choice'),
        expected: expected('The choice that the answer must make'),
        choices: Type.Array(textSchema(256, { minLength: 1 }), { minItems: 2, maxItems: 50, uniqueItems: true }),
        mark: Type.Optional(
          textSchema(64, { minLength: 1, description: 'The text before the final answer, such as #### or ANSWER:' }),
        ),
      },
      closed,
    ),
    Type.Object(
      {
        kind: Type.Literal('pattern'),
        expected: textSchema(1_024, { description: 'An RE2 expression that must match a part of the answer' }),
      },
      closed,
    ),
    Type.Object(
      { kind: Type.Literal('json'), expected: expected('A JSON text; the order of members does not matter') },
      closed,
    ),
  ],
  { title: 'LabelCheckV1', description: 'The check of an answer against the label' },
);
