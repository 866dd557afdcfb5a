import { Type, type Static } from 'typebox';
import { textSchema } from '../../wire/scalars.ts';
import { instantMember, LeafScopeSchema, textMember } from './members.ts';

/** The name of the event. It is not part of the traffic format: no journal accepts it, and no fact comes from it. */
export const CONTENT_EVENT = 'content';

/** UTF-16 units of the question and of the answer, each. */
export const MAX_CONTENT_CHARACTERS = 262_144;

/** The question and answer of a request, as the sender of its traffic supplies them (decision 0123). */
export const ContentSchema = Type.Object(
  {
    event: Type.Literal(CONTENT_EVENT, { description: 'Name of the event.' }),
    schema: Type.Literal(1, { description: 'Version of this format.' }),
    scope: LeafScopeSchema,
    logical_request_id: textMember('The request, as its gateway names it.'),
    admitted_at: instantMember('Time at which the request was admitted, as in its other events.'),
    request: Type.Optional(textSchema(MAX_CONTENT_CHARACTERS, { description: 'The text of the request, unchanged.' })),
    response: Type.Optional(
      textSchema(MAX_CONTENT_CHARACTERS, { description: 'The text of the response, unchanged.' }),
    ),
  },
  { additionalProperties: false },
);

export type Content = Static<typeof ContentSchema>;

/** True for a text that is short enough to be stored completely. A text that is too long is not stored. */
export function fitsContent(text: string | undefined): text is string {
  return text !== undefined && text.length <= MAX_CONTENT_CHARACTERS;
}

/** True if an unreadable text may have been content. No part of such a text is stored. */
export function isPossibleContent(line: string): boolean {
  return /"event"\s*:\s*"content"/.test(line);
}
