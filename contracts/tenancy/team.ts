import { Type, type Static } from 'typebox';
import { idSchema } from '../wire/id-schema.ts';
import { ChosenNameSchema, InstantSchema, NameSchema } from '../wire/scalars.ts';

/** A team of a workspace, to which credentials of services can belong. */
export const TeamV1Schema = Type.Object(
  {
    team_id: idSchema('team'),
    organization_id: idSchema('organization'),
    workspace_id: idSchema('workspace'),
    name: NameSchema,
    created_by: idSchema('subject'),
    created_at: InstantSchema,
  },
  { title: 'TeamV1', additionalProperties: false },
);

export type TeamV1 = Static<typeof TeamV1Schema>;

/** The body that creates a team. */
export const TeamCreateSchema = Type.Object(
  { name: ChosenNameSchema },
  { title: 'TeamCreate', additionalProperties: false },
);
