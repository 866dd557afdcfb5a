import { Type, type Static } from 'typebox';
import { MARKER_KINDS } from '../../../domain/insight/release-history.ts';
import { instantMember, LeafScopeSchema, enumMember, optionalTextMember, textMember } from './members.ts';

export const ACTOR_KINDS = ['person', 'automation', 'system'] as const;

/** A change of the software that runs in an environment. */
export const ReleaseMarkerSchema = Type.Object(
  {
    event: Type.Literal('release_marker', { description: 'Name of the event.' }),
    schema: Type.Literal(1, { description: 'Version of this format.' }),
    scope: LeafScopeSchema,
    marker_id: textMember('The marker; unique within the workspace.'),
    marker_kind: enumMember(MARKER_KINDS, 'The kind of the change.'),
    release_id: textMember('Release that changed.'),
    effective_digest: optionalTextMember('Digest of the configuration in force after the change.'),
    actor_kind: enumMember(ACTOR_KINDS, 'The kind of actor that made the change.'),
    occurred_at: instantMember('Time of the change; the time base of markers.'),
  },
  { additionalProperties: false },
);

export type ReleaseMarker = Static<typeof ReleaseMarkerSchema>;
