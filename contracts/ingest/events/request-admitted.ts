import { Type, type Static } from 'typebox';
import { CallNamesSchema, instantMember, requestDimensions, textMember } from './members.ts';

/** The admission of a request. */
export const RequestAdmittedSchema = Type.Object(
  {
    event: Type.Literal('request_admitted', { description: 'Name of the event.' }),
    ...requestDimensions,
    call_names: Type.Optional(CallNamesSchema),
    admitted_at: instantMember('Time at which the request was admitted; the time base of requests.'),
    streaming: Type.Optional(
      Type.Boolean({ description: 'True if the caller requested a stream; absent if this is unknown.' }),
    ),
    noted: Type.Optional(
      Type.Record(Type.String({ pattern: '^[!-~]{1,64}$' }), textMember('The text of the annotation.'), {
        maxProperties: 96,
        description:
          'Additional annotations of the gateway: texts by name. The journal stores them; no figure uses them, and they are not part of the event’s content.',
      }),
    ),
  },
  { additionalProperties: false },
);

export type RequestAdmitted = Static<typeof RequestAdmittedSchema>;
