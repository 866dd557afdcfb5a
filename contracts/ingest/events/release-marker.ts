import { Type, type Static } from 'typebox';
import { MARKER_KINDS } from '../../../domain/insight/release-history.ts';
import { instant, LeafScopeSchema, enumMember, optionalTextMember, textMember } from './members.ts';

export const ACTOR_KINDS = ['person', 'automation', 'system'] as const;

/** A change of the software that runs in an environment. */
export const ReleaseMarkerSchema = Type.Object(
  {
    event: Type.Literal('release_marker', { description: 'Name of the event.' }),
    schema: Type.Literal(1, { description: 'Version of this format.' }),
    scope: LeafScopeSchema,
    marker_id: textMember('The marker; unique within the workspace.'),
    marker_kind: enumMember(MARKER_KINDS, 'What happened.'),
    release_id: textMember('Release that it happened to.'),
    effective_digest: optionalTextMember('Digest of the configuration in force afterwards.'),
    actor_kind: enumMember(ACTOR_KINDS, 'Who did it.'),
    occurred_at: instant('When it happened; the time base of markers.'),
  },
  { additionalProperties: false },
);

export type ReleaseMarker = Static<typeof ReleaseMarkerSchema>;
