import { Type, type Static } from 'typebox';
import { CallNamesSchema, instant, requestDimensions, textMember } from './members.ts';

/** The admission of a request. */
export const RequestAdmittedSchema = Type.Object(
  {
    event: Type.Literal('request_admitted', { description: 'Name of the event.' }),
    ...requestDimensions,
    call_names: Type.Optional(CallNamesSchema),
    admitted_at: instant('When the request was let in; the time base of requests.'),
    streaming: Type.Optional(
      Type.Boolean({ description: 'The caller asked for a stream; absent where that is not known.' }),
    ),
    noted: Type.Optional(
      Type.Record(Type.String({ pattern: '^[!-~]{1,64}$' }), textMember('What was noted.'), {
        maxProperties: 96,
        description:
          'Additional annotations of the gateway: texts by name. The journal stores them; no figure uses them, and they are not part of the event’s content.',
      }),
    ),
  },
  { additionalProperties: false },
);

export type RequestAdmitted = Static<typeof RequestAdmittedSchema>;
