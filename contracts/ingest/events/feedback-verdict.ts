import { Type, type Static } from 'typebox';
import {
  instantMember,
  enumMember,
  optionalTextMember,
  requestDimensions,
  textMember,
  wholeMember,
} from './members.ts';

export const FEEDBACK_VALUES = ['positive', 'negative', 'neutral'] as const;
export const FEEDBACK_MATCHES = ['matched', 'pending', 'unmatched'] as const;

/**
 * One revision of a verdict on a request. The newest revision of (request, `issuer_ref`, `feedback_id`) is in force.
 */
export const FeedbackVerdictSchema = Type.Object(
  {
    event: Type.Literal('feedback_verdict', { description: 'Name of the event.' }),
    ...requestDimensions,
    feedback_id: textMember('The verdict; unique per request and issuer.'),
    issuer_ref: textMember('Opaque reference to the issuer of the verdict.'),
    issuer: optionalTextMember('Label of the issuer of the verdict; shown only with `content.read`.'),
    value: enumMember(FEEDBACK_VALUES, 'The verdict.'),
    revision: wholeMember(1, 4_294_967_295, 'Revision of the verdict, from 1.'),
    occurred_at: instantMember('Time of the revision; the time base of feedback.'),
    source: textMember('The place in the application where the verdict was given, as the application names it.'),
    match: enumMember(FEEDBACK_MATCHES, 'The result of the search for the request.'),
  },
  { additionalProperties: false },
);

export type FeedbackVerdict = Static<typeof FeedbackVerdictSchema>;
