import { Type, type Static } from 'typebox';
import { textSchema } from '../../wire/scalars.ts';
import { instant, LeafScopeSchema, textMember } from './members.ts';

/** What the event is called. It is none of the traffic format: no journal takes it, and no fact is made of it. */
export const CONTENT_EVENT = 'content';

/** In UTF-16 units, of what was asked and of what was answered each. */
export const MAX_CONTENT_CHARACTERS = 262_144;

/** What was asked in a request and answered to it, as whoever sends its traffic brings it in (decision 0123). */
export const ContentSchema = Type.Object(
  {
    event: Type.Literal(CONTENT_EVENT, { description: 'Name of the event.' }),
    schema: Type.Literal(1, { description: 'Version of this format.' }),
    scope: LeafScopeSchema,
    logical_request_id: textMember('The request, as its gateway names it.'),
    admitted_at: instant('When the request was let in, as its own events say.'),
    request: Type.Optional(textSchema(MAX_CONTENT_CHARACTERS, { description: 'What was asked, word for word.' })),
    response: Type.Optional(textSchema(MAX_CONTENT_CHARACTERS, { description: 'What was answered, word for word.' })),
  },
  { additionalProperties: false },
);

export type Content = Static<typeof ContentSchema>;

/** Whether there is a text, and it is kept whole: one that is too long is left out. */
export function fitsContent(text: string | undefined): text is string {
  return text !== undefined && text.length <= MAX_CONTENT_CHARACTERS;
}

/** Whether a text that could not be read may have been one: then none of it is kept. */
export function mayBeContent(line: string): boolean {
  return /"event"\s*:\s*"content"/.test(line);
}
