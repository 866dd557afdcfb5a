import { Type, type Static } from 'typebox';
import { idSchema } from '../wire/id-schema.ts';
import { ChosenNameSchema, InstantSchema, NameSchema } from '../wire/scalars.ts';

/** A program that calls models or sends traffic. It has credentials, and no access to any data. */
export const ServiceIdentityV1Schema = Type.Object(
  {
    service_id: idSchema('serviceIdentity'),
    organization_id: idSchema('organization'),
    workspace_id: idSchema('workspace'),
    name: NameSchema,
    created_by: idSchema('subject'),
    created_at: InstantSchema,
  },
  { title: 'ServiceIdentityV1', additionalProperties: false },
);

export type ServiceIdentityV1 = Static<typeof ServiceIdentityV1Schema>;

/** The body that creates a service identity. */
export const ServiceIdentityCreateSchema = Type.Object(
  { name: ChosenNameSchema },
  { title: 'ServiceIdentityCreate', additionalProperties: false },
);
