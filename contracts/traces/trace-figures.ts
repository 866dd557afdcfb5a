import { Type, type Static, type TOptional, type TString } from 'typebox';
import { TERMINAL_STATUSES, type TerminalStatus } from '../../domain/insight/insight-sets.ts';
import { MeasuredValueSchema } from '../insight/answer/answer-group.ts';
import { answerCount, CountSchema, NumberSchema } from '../insight/terms/answer-scalars.ts';
import { InstantSchema } from '../wire/scalars.ts';

const closed = { additionalProperties: false } as const;

const endings = Object.fromEntries(TERMINAL_STATUSES.map((status) => [status, Type.Optional(CountSchema)])) as Record<
  TerminalStatus,
  TOptional<TString>
>;

/** The requests of a step or a trace by their ending. */
const TraceOutcomesSchema = Type.Object(
  { ...endings, pending: Type.Optional(answerCount('Requests without a known ending')) },
  {
    ...closed,
    title: 'TraceOutcomes',
    description: 'Requests by their ending. The counts add up to `requests`; a count of 0 is absent.',
  },
);

/** The measured durations of requests. */
const TraceLatencySchema = Type.Object(
  {
    requests: answerCount('Requests whose duration was measured'),
    sum_ms: Type.Optional(NumberSchema),
  },
  {
    ...closed,
    title: 'TraceLatency',
    description:
      '`sum_ms` is the sum of the measured durations, each rounded to a microsecond. It is absent if none was measured.',
  },
);

/** The time, the requests, the calls and the cost of a step, of a step with all steps below it, or of a trace. */
export const TraceFiguresSchema = Type.Object(
  {
    started_at: InstantSchema,
    ended_at: Type.Optional(InstantSchema),
    duration_ms: Type.Optional(
      answerCount('Milliseconds from `started_at` to `ended_at`; absent if no request has ended'),
    ),
    requests: answerCount('Observed requests; further requests may exist that were not observed'),
    outcomes: TraceOutcomesSchema,
    streamed: answerCount('Requests that asked for a stream, as far as this is known'),
    latency: TraceLatencySchema,
    attempts: answerCount('Calls to providers, including retries and fallbacks'),
    tokens: MeasuredValueSchema,
    spend: MeasuredValueSchema,
  },
  {
    ...closed,
    title: 'TraceFigures',
    description:
      'Figures over the facts in the window. `started_at` is the first admission, and `ended_at` the last ending. Without an admission in the window, `started_at` is the time of the first call or cost.',
  },
);

export type TraceFigures = Static<typeof TraceFiguresSchema>;
