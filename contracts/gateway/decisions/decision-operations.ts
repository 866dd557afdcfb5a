import { readOperation, type ManagementOperations } from '../../wire/operations/management-operation.ts';
import type { FileAnswer } from '../../wire/operations/operation.ts';
import { textSchema } from '../../wire/scalars.ts';
import { CallDecisionsSchema } from './call-decision.ts';

/** The media type of the stream. */
export const EVENT_STREAM = 'text/event-stream';

const MAX_STREAM_LENGTH = 2_147_483_647;

/** The answer of a stream, which has no end of its own. */
const STREAM_ANSWER: FileAnswer = {
  description: 'Server-sent events, until the client or the service ends them',
  content: {
    [EVENT_STREAM]: {
      schema: textSchema(MAX_STREAM_LENGTH, {
        description:
          'Events `decision` with a `CallDecision` and an `id`; `missed` with the `count` of calls that were not sent, or null if it is unknown; `end` with a `reason`. A comment every 15 seconds keeps the connection open.',
      }),
    },
  },
};

/** The reads of the last calls of the gateway. */
export const DECISION_OPERATIONS = {
  'management.decisions.list': readOperation('/decisions', CallDecisionsSchema, {
    access: { floor: 'viewer', scopes: ['analytics:read'] },
    refusals: ['dependency_unavailable'],
    tag: 'decisions',
    summary: 'List the last calls',
    description:
      'Lists the last calls of the gateway that ended, newest first: admitted or refused, the limit that refused a call, the provider and model that answered, and the cost. `environment_id` and `decision` restrict the list. Facts about users and tenants of callers are not shown.',
  }),
  'management.decisions.stream': {
    method: 'GET',
    path: '/decisions/stream',
    success: 200,
    answer: STREAM_ANSWER,
    effect: 'read',
    access: { floor: 'viewer', scopes: ['analytics:read'] },
    refusals: ['dependency_unavailable'],
    tag: 'decisions',
    summary: 'Watch calls as they end',
    description:
      'Sends each call of the gateway as a server-sent event when it has ended. A slow reader gets the number of calls that it missed. A stream ends within 30 seconds after its credential has lost the right. A credential has at most 4 streams, and a user at most 16; further ones get 429. Reconnect with `Last-Event-ID` to get the calls that this process still holds.',
  },
} as const satisfies ManagementOperations;
