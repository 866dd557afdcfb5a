import { Type, type Static } from 'typebox';
import {
  CASE_SOURCES,
  MAX_CASE_MESSAGES,
  MAX_NEW_CASES,
  MESSAGE_ROLES,
} from '../../domain/comparisons/case-content.ts';
import { MAX_PROMPT_CHARACTERS } from '../models/model-target.ts';
import { IdempotencyKeySchema } from '../wire/idempotency-key.ts';
import { idSchema } from '../wire/id-schema.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { InstantSchema, RevisionSchema, textSchema } from '../wire/scalars.ts';
import { LabelCheckV1Schema } from './label-check.ts';

const closed = { additionalProperties: false } as const;

const content = {
  messages: Type.Array(
    Type.Object(
      { role: literalUnion(MESSAGE_ROLES), content: textSchema(MAX_PROMPT_CHARACTERS, { minLength: 1 }) },
      { title: 'CaseMessage', ...closed },
    ),
    {
      minItems: 1,
      maxItems: MAX_CASE_MESSAGES,
      description: 'The messages before the answer; the last one has the role `user`',
    },
  ),
  label: Type.Union([LabelCheckV1Schema, Type.Null()], {
    description: 'The label against which labelled comparisons check answers; null if the case has no label',
  }),
  reference_notes: textSchema(MAX_PROMPT_CHARACTERS, {
    description: 'The notes by which a judge grades answers; empty if the case has no notes',
  }),
  critical: Type.Boolean({
    description: 'Marks a critical case; an acceptance rule can require that no critical case fails',
  }),
};

/** The content of one version of a case. */
export const CaseContentSchema = Type.Object(content, { title: 'CaseContent', ...closed });

/** One version of a case of a gateway. A version never changes. */
export const CaseV1Schema = Type.Object(
  {
    case_id: idSchema('case'),
    organization_id: idSchema('organization'),
    workspace_id: idSchema('workspace'),
    application_id: idSchema('application'),
    gateway_id: idSchema('gateway'),
    version: RevisionSchema,
    latest_version: RevisionSchema,
    ...content,
    source: literalUnion(CASE_SOURCES, { description: 'The origin of the case' }),
    author: Type.Union([idSchema('subject'), Type.Null()], {
      description: 'The author of this version; null if an operator imported it',
    }),
    created_at: InstantSchema,
    versioned_at: InstantSchema,
  },
  { title: 'CaseV1', ...closed },
);

export type CaseV1 = Static<typeof CaseV1Schema>;

/** The body that creates cases. */
export const CasesCreateSchema = Type.Object(
  {
    cases: Type.Array(CaseContentSchema, { minItems: 1, maxItems: MAX_NEW_CASES }),
    idempotency_key: Type.Optional(IdempotencyKeySchema),
  },
  { title: 'CasesCreate', ...closed },
);

/** The answer to the creation of cases, in the order of the request. */
export const CasesCreationSchema = Type.Object(
  { cases: Type.Array(CaseV1Schema, { minItems: 1, maxItems: MAX_NEW_CASES }) },
  { title: 'CasesCreation', ...closed },
);

export type CasesCreation = Static<typeof CasesCreationSchema>;

/** The body that adds the next version of a case. It replaces the content completely. */
export const CaseRevisionSchema = Type.Object(
  { expected_version: RevisionSchema, ...content },
  { title: 'CaseRevision', ...closed },
);
