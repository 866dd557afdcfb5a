import { Type, type Static } from 'typebox';
import { ACTIONS } from '../../domain/tenancy/actions.ts';
import { idSchema } from '../wire/id-schema.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { InstantSchema, NameSchema, wholeSchema } from '../wire/scalars.ts';

const closed = { additionalProperties: false } as const;

/** The maximum number of blocks that are listed; a separate member states whether there are more. */
export const MAX_SHOWN_BLOCKS = 1_000;

/** A part of the tree, and the permissions of the caller in it. */
const AllowedBlockSchema = Type.Object(
  {
    organization_id: idSchema('organization'),
    workspace_id: Type.Optional(idSchema('workspace')),
    application_id: Type.Optional(idSchema('application')),
    gateway_id: Type.Optional(idSchema('gateway')),
    environment_id: Type.Optional(idSchema('environment')),
    actions: Type.Array(literalUnion(ACTIONS), {
      minItems: 1,
      maxItems: ACTIONS.length,
      uniqueItems: true,
      description: 'The permissions in this part of the tree and in everything below',
    }),
  },
  { title: 'AllowedBlock', ...closed },
);

/** The caller, and the caller's present permissions. */
export const MeV1Schema = Type.Object(
  {
    subject_id: idSchema('subject'),
    subject_name: NameSchema,
    organization_id: idSchema('organization'),
    organization_name: NameSchema,
    authority_epoch: wholeSchema(0, Number.MAX_SAFE_INTEGER, {
      description: 'Access generation: it changes whenever the blocks change',
    }),
    blocks: Type.Array(AllowedBlockSchema, {
      maxItems: MAX_SHOWN_BLOCKS,
      description:
        'The parts of the tree in which the caller has permissions; an absent level stands for everything below',
    }),
    blocks_truncated: Type.Boolean({ description: `True if the caller has more than ${MAX_SHOWN_BLOCKS} blocks` }),
  },
  { title: 'MeV1', ...closed },
);

export type MeV1 = Static<typeof MeV1Schema>;

const named = { name: NameSchema, created_at: InstantSchema };

/** The nodes of the tree below an organization, each with the ids of its ancestors. */
export const WorkspaceV1Schema = Type.Object(
  { workspace_id: idSchema('workspace'), organization_id: idSchema('organization'), ...named },
  { title: 'WorkspaceV1', ...closed },
);

export const ApplicationV1Schema = Type.Object(
  { application_id: idSchema('application'), workspace_id: idSchema('workspace'), ...named },
  { title: 'ApplicationV1', ...closed },
);

export const GatewayV1Schema = Type.Object(
  {
    gateway_id: idSchema('gateway'),
    application_id: idSchema('application'),
    workspace_id: idSchema('workspace'),
    ...named,
  },
  { title: 'GatewayV1', ...closed },
);

export const EnvironmentV1Schema = Type.Object(
  {
    environment_id: idSchema('environment'),
    gateway_id: idSchema('gateway'),
    application_id: idSchema('application'),
    workspace_id: idSchema('workspace'),
    ...named,
  },
  { title: 'EnvironmentV1', ...closed },
);
