import { Type, type Static } from 'typebox';
import { textSchema, wholeSchema } from '../wire/scalars.ts';

const placeSchema = (description: string) =>
  textSchema(200, {
    minLength: 1,
    pattern: '^/[a-z0-9./_-]*$',
    description: `${description}; relative to the deployment`,
  });

/** The parts of the management plane that this deployment serves. */
export const CapabilitiesSchema = Type.Object(
  {
    management_api: Type.Object(
      {
        epoch: wholeSchema(1, 1_000, {
          description: 'Generation of the API contract; a breaking change increments it',
        }),
        version: textSchema(20, { pattern: '^\\d+\\.\\d+$', description: 'Epoch and revision of the API description' }),
        spec_url: placeSchema('The API description'),
        docs_url: placeSchema('The API description as a page'),
        problems_url: placeSchema('The list of all problems'),
        problem_type_base: placeSchema('The prefix of `/problems/` in the type of a problem'),
      },
      { additionalProperties: false },
    ),
  },
  { title: 'Capabilities', additionalProperties: false },
);

export type Capabilities = Static<typeof CapabilitiesSchema>;
