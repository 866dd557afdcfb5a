import { Type, type Static } from 'typebox';
import { idSchema } from '../wire/id-schema.ts';
import { DigestSchema, InstantSchema, NameSchema } from '../wire/scalars.ts';
import { ModelTargetV1Schema } from '../models/model-target.ts';

/** The release that serves a route now. A release never changes; another target needs a new release. */
const ServingReleaseV1Schema = Type.Object(
  {
    release_id: idSchema('release'),
    digest: DigestSchema,
    target: ModelTargetV1Schema,
    created_at: InstantSchema,
  },
  { title: 'ServingReleaseV1', additionalProperties: false },
);

/** A named entry point of an environment, and the release that serves it. */
export const ServingRouteV1Schema = Type.Object(
  {
    route_id: idSchema('route'),
    organization_id: idSchema('organization'),
    workspace_id: idSchema('workspace'),
    application_id: idSchema('application'),
    gateway_id: idSchema('gateway'),
    environment_id: idSchema('environment'),
    name: NameSchema,
    release: ServingReleaseV1Schema,
    created_at: InstantSchema,
  },
  { title: 'ServingRouteV1', additionalProperties: false },
);

export type ServingRouteV1 = Static<typeof ServingRouteV1Schema>;
