import { Type } from 'typebox';
import { InstantSchema, textSchema } from '../../wire/scalars.ts';

const closed = { additionalProperties: false } as const;

/** A sign-on that has begun. */
export const SignOnBegunSchema = Type.Object(
  {
    authorization_url: textSchema(4_096, {
      pattern: '^https?://',
      'x-form': 'an address',
      description: 'The address of the OpenID provider, to which the page sends the browser',
      examples: ['https://login.example.com/authorize?client_id=truetally'],
    }),
    expires_at: InstantSchema,
  },
  { title: 'SignOnBegun', ...closed },
);

const memberSchema = (maxLength: number, description: string) =>
  textSchema(maxLength, { minLength: 1, pattern: '^[\\x20-\\x7e]+$', 'x-form': 'printable characters', description });

/** The members of the address to which the provider sent the browser back. */
export const SignOnAnswerSchema = Type.Object(
  {
    code: memberSchema(2_048, 'The code of the provider'),
    state: memberSchema(128, 'The state of the sign-on'),
    iss: Type.Optional(memberSchema(1_024, 'The issuer, if the provider states it')),
  },
  { title: 'SignOnAnswer', ...closed },
);

/** A management key of the customer lane, which proves the rights of its subject. */
export const SubjectProofSchema = Type.Object(
  {
    management_key: textSchema(200, {
      format: 'password',
      description: 'A management key (`ttm_…`) of the subject. It is checked, and not stored',
      examples: ['ttm_…'],
    }),
  },
  { title: 'SubjectProof', ...closed },
);
