import { Type, type Static } from 'typebox';
import { instant, requestDimensions } from './members.ts';

/** A request was let in. */
export const RequestAdmittedSchema = Type.Object(
  {
    event: Type.Literal('request_admitted', { description: 'Name of the event.' }),
    ...requestDimensions,
    admitted_at: instant('When the request was let in; the time base of requests.'),
    streaming: Type.Boolean({ description: 'The caller asked for a stream.' }),
  },
  { additionalProperties: false },
);

export type RequestAdmitted = Static<typeof RequestAdmittedSchema>;
