import { Type, type Static } from 'typebox';
import { TERMINAL_STATUSES } from '../../../domain/insight/insight-sets.ts';
import {
  CallNamesSchema,
  instant,
  enumMember,
  optionalMilliseconds,
  optionalTextMember,
  requestDimensions,
  wholeMember,
} from './members.ts';

/** The end of a request, with or without success. */
export const RequestTerminalSchema = Type.Object(
  {
    event: Type.Literal('request_terminal', { description: 'Name of the event.' }),
    ...requestDimensions,
    call_names: Type.Optional(CallNamesSchema),
    admitted_at: instant('When the request was let in; the time base of outcomes and latency.'),
    terminal_at: instant('When the request ended; not before `admitted_at`.'),
    status: enumMember(TERMINAL_STATUSES, 'How the request ended.'),
    terminal_kind: optionalTextMember('Finer kind of ending, in the words of the gateway.'),
    final_model: optionalTextMember('Model that served the request; absent when none did.'),
    final_provider: optionalTextMember('Provider that served the request; absent when none did.'),
    connection_id: optionalTextMember('Connection that served the request.'),
    route_version: optionalTextMember('Version of the route that the request took.'),
    attempt_count: wholeMember(0, 65_535, 'Attempts made for the request.'),
    streaming: Type.Optional(
      Type.Boolean({ description: 'The caller asked for a stream; absent where that is not known.' }),
    ),
    total_ms: optionalMilliseconds('Time from admission to end as the gateway measured it; absent when it did not.'),
    first_output_ms: optionalMilliseconds(
      'Time from admission to the first output; only on a stream, absent when none was observed.',
    ),
    protection_observed: Type.Optional(
      Type.Boolean({
        description:
          'The gateway recorded which protection components it selected, even if it selected none; absent means that it did not.',
      }),
    ),
  },
  { additionalProperties: false },
);

export type RequestTerminal = Static<typeof RequestTerminalSchema>;
