import { Type, type Static } from 'typebox';

const TEXT = Type.String({ maxLength: 1_048_576 });

/**
 * One line of a file of recorded answers. It has exactly one of the three ways to match a prompt, which is the last
 * user message.
 */
export const RecordedAnswerSchema = Type.Object(
  {
    prompt: Type.Optional(Type.String({ maxLength: 1_048_576, description: 'The complete prompt' })),
    prompt_digest: Type.Optional(
      Type.String({ pattern: '^sha256:[0-9a-f]{64}$', description: 'SHA-256 of the complete prompt in UTF-8' }),
    ),
    contains: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 65_536 }), {
        maxItems: 8,
        description: 'Texts that the prompt must contain; without any, this is the answer to every prompt',
      }),
    ),
    model: Type.Optional(Type.String({ maxLength: 256, description: 'The one model that says so; any, where absent' })),
    text: Type.Optional(TEXT),
    structured: Type.Optional(
      Type.Record(Type.String({ maxLength: 128 }), Type.Unknown(), {
        description: 'The arguments, where the call forces a tool',
      }),
    ),
    ending: Type.Optional(Type.Enum(['complete', 'truncated', 'filtered'])),
    usage: Type.Optional(
      Type.Object(
        {
          input_tokens: Type.Integer({ minimum: 0, maximum: 1e9 }),
          output_tokens: Type.Integer({ minimum: 0, maximum: 1e9 }),
        },
        { additionalProperties: false, description: 'Counted from the texts where absent, four characters to a token' },
      ),
    ),
  },
  { additionalProperties: false },
);

export type RecordedAnswer = Static<typeof RecordedAnswerSchema>;
