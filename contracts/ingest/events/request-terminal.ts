import { Type, type Static } from 'typebox';
import { TERMINAL_STATUSES } from '../../../domain/insight/insight-sets.ts';
import {
  CallNamesSchema,
  instantMember,
  enumMember,
  optionalMilliseconds,
  optionalTextMember,
  requestDimensions,
  wholeMember,
} from './members.ts';
import { RefusingLimitSchema } from './refusing-limit.ts';

/** The end of a request, with or without success. */
export const RequestTerminalSchema = Type.Object(
  {
    event: Type.Literal('request_terminal', { description: 'Name of the event.' }),
    ...requestDimensions,
    call_names: Type.Optional(CallNamesSchema),
    admitted_at: instantMember('Time at which the request was admitted; the time base of outcomes and latency.'),
    terminal_at: instantMember('Time at which the request ended; not before `admitted_at`.'),
    status: enumMember(TERMINAL_STATUSES, 'The state in which the request ended.'),
    terminal_kind: optionalTextMember('A more specific kind of ending, as the gateway names it.'),
    final_model: optionalTextMember('Model that served the request; absent if no model served it.'),
    final_provider: optionalTextMember('Provider that served the request; absent if no provider served it.'),
    connection_id: optionalTextMember('Connection that served the request.'),
    route_version: optionalTextMember('Version of the route of the request.'),
    attempt_count: wholeMember(0, 65_535, 'Number of attempts of the request.'),
    streaming: Type.Optional(
      Type.Boolean({ description: 'True if the caller requested a stream; absent if this is unknown.' }),
    ),
    total_ms: optionalMilliseconds('Time from admission to end; absent if the gateway did not measure it.'),
    first_output_ms: optionalMilliseconds(
      'Time from admission to the first output; only for streams, and absent if no output was observed.',
    ),
    protection_observed: Type.Optional(
      Type.Boolean({
        description:
          'True if the gateway recorded the protection components that it selected, even if it selected none. Absent if it recorded nothing.',
      }),
    ),
    refused_by_limit: Type.Optional(RefusingLimitSchema),
  },
  { additionalProperties: false },
);

export type RequestTerminal = Static<typeof RequestTerminalSchema>;
