import { Type, type Static } from 'typebox';
import { instant, enumMember, optionalTextMember, requestDimensions, textMember, wholeMember } from './members.ts';

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
    issuer_ref: textMember('Opaque reference of who gave the verdict.'),
    issuer: optionalTextMember('Label of who gave the verdict; shown to holders of `content.read` alone.'),
    value: enumMember(FEEDBACK_VALUES, 'The verdict.'),
    revision: wholeMember(1, 4_294_967_295, 'Revision of the verdict, from 1.'),
    occurred_at: instant('When the revision was given; the time base of feedback.'),
    source: textMember('Where the verdict was given, in the words of the application.'),
    match: enumMember(FEEDBACK_MATCHES, 'Whether the request is known.'),
  },
  { additionalProperties: false },
);

export type FeedbackVerdict = Static<typeof FeedbackVerdictSchema>;
