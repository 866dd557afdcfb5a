import { Type, type Static } from 'typebox';
import { MAX_SEATS } from '../../domain/judges/methods/panel.ts';
import { textMember } from '../ingest/events/members.ts';
import { idSchema } from '../wire/id-schema.ts';
import { InstantSchema, textSchema, wholeSchema } from '../wire/scalars.ts';
import { MAX_REASON_LENGTH } from './judge-evidence.ts';
import { JudgeHistorySchema } from './judge-readings.ts';

const closed = { additionalProperties: false } as const;

/** The maximum number of failures that are counted, newest first. */
export const MAX_COUNTED_FAILURES = 10_000;

/** The maximum number of failures of one answer: each may hold the replies of all panel members. */
const MAX_FAILURES = 50;

/** The number of failures to return. */
export const FailureQuerySchema = Type.Object(
  {
    limit: Type.Optional(
      wholeSchema(1, MAX_FAILURES, { default: 20, description: 'Number of failures; the newest come first' }),
    ),
  },
  closed,
);

const code = textSchema(64, { minLength: 1, description: 'The reason why the judge gave no verdict' });
const detail = textSchema(500, { description: 'The same reason as a sentence' });

const SeatFailureSchema = Type.Object(
  {
    seat: wholeSchema(0, MAX_SEATS - 1, { description: 'Seat of the panel; 0 for a single judge' }),
    model: textSchema(512, { description: 'The model of the seat' }),
    code,
    detail,
    reply: Type.Optional(
      textSchema(MAX_REASON_LENGTH, {
        description: 'The beginning of the reply, while content is stored; absent without a readable reply',
      }),
    ),
  },
  { title: 'JudgeSeatFailure', ...closed },
);

const JudgeFailureSchema = Type.Object(
  {
    req_id: textMember('The request.'),
    workspace_id: idSchema('workspace'),
    req_ts: InstantSchema,
    failed_at: InstantSchema,
    code,
    detail,
    seats: Type.Array(SeatFailureSchema, { maxItems: MAX_SEATS, description: 'Seats without a vote' }),
  },
  { title: 'JudgeFailure', ...closed },
);

/** Requests on which a judge of this deployment was queried and gave no verdict. */
export const JudgeFailuresSchema = Type.Object(
  {
    subject: JudgeHistorySchema.properties.subject,
    counted: wholeSchema(0, MAX_COUNTED_FAILURES, {
      description: `Number of requests without a verdict; only the newest ${MAX_COUNTED_FAILURES} are counted`,
    }),
    codes: Type.Array(
      Type.Object({ code, count: wholeSchema(1, MAX_COUNTED_FAILURES) }, { title: 'JudgeFailureCount', ...closed }),
      {
        maxItems: 100,
        description: 'The number of counted requests for each reason; the most frequent reason comes first',
      },
    ),
    failures: Type.Array(JudgeFailureSchema, { maxItems: MAX_FAILURES }),
  },
  { title: 'JudgeFailures', ...closed },
);

export type JudgeFailures = Static<typeof JudgeFailuresSchema>;
