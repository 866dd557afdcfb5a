import { Type, type Static } from 'typebox';
import { idSchema } from '../wire/id-schema.ts';
import { textSchema, wholeSchema } from '../wire/scalars.ts';

/** The maximum of UTF-16 units in one text that is sent to a model. */
export const MAX_PROMPT_CHARACTERS = 32_768;

/** The parameters of a model call, without the messages. For an absent parameter, the provider applies its default. */
const ModelParametersSchema = Type.Object(
  {
    max_output_tokens: wholeSchema(1, 1_000_000, {
      description: 'Maximum output tokens of an answer, which limits the cost of a call',
    }),
    temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2, format: 'double' })),
    top_p: Type.Optional(Type.Number({ minimum: 0, maximum: 1, format: 'double' })),
    seed: Type.Optional(wholeSchema(0, 2_147_483_647)),
  },
  { title: 'ModelParameters', additionalProperties: false },
);

/** All inputs of an answer except the messages: the model, its address, and the parameters. */
export const ModelTargetV1Schema = Type.Object(
  {
    connection_id: idSchema('connection'),
    model: Type.String({
      minLength: 1,
      maxLength: 256,
      pattern: '^[\\u0021-\\u007e]+$',
      'x-form': '1 to 256 visible ASCII characters',
      description: 'Name of the model, as the provider names it',
      examples: ['claude-sonnet-4-5'],
    }),
    system: textSchema(MAX_PROMPT_CHARACTERS, { description: 'The system text; empty if the target has none' }),
    parameters: ModelParametersSchema,
  },
  { title: 'ModelTargetV1', additionalProperties: false },
);

export type ModelTargetV1 = Static<typeof ModelTargetV1Schema>;
