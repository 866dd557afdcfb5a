import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { MAX_LINE_LENGTH } from '../lines/parse-traffic-line.ts';
import { parseInstantMs } from '../events/parse-instant-ms.ts';
import { membersOf } from './members-of.ts';
import { countRefusedCallEvents, REFUSED_CALLS_START, splitRefusedCalls } from './refused-calls.ts';

/** The first characters of the line of a call that has ended. */
export const ENDED_CALL_START = '{"ended":{';
/** Stands before each attempt. JSON has no tab within a text, so that attempts are counted without parsing the line. */
export const ATTEMPT_MARK = '\t';

/** Longer than any call may take. */
const MAX_MS = 1_000_000_000;

/** All other members of an event. Each event is checked against its own contract. */
const MembersSchema = Type.Object({});
const MillisecondsSchema = Type.Integer({ minimum: 0, maximum: MAX_MS });
const EndedCallSchema = Type.Object(
  {
    /** The members that every event shares about the request. */
    ended: Type.Object({ logical_request_id: Type.String() }),
    admitted_at: Type.String(),
    /** Milliseconds since `admitted_at`, as in all of them. */
    ended_ms: MillisecondsSchema,
    attempts: Type.Array(
      Type.Object(
        {
          called: Type.Object(
            { provider_id: Type.String(), provider_model: Type.String() },
            { additionalProperties: false },
          ),
          dispatched_ms: MillisecondsSchema,
          /** Absent: the call ended with it. */
          ended_ms: Type.Optional(MillisecondsSchema),
          /** The additional members of its `attempt`. */
          attempt: Type.Object({ output_state: Type.String() }),
          /** The additional members of its `cost_effect`. */
          cost: MembersSchema,
        },
        { additionalProperties: false },
      ),
    ),
    /** The additional members of its `request_terminal`. */
    request: MembersSchema,
  },
  { additionalProperties: false },
);
const endedCall = Compile(EndedCallSchema);

/**
 * The events that a line of the journal tells of, a line each: of a call that has ended its attempts, what each cost,
 * and its ending; of refused requests their admissions and endings. What is no such line is given as it is.
 */
export function splitEvents(line: string): string[] {
  const split = splitterOf(line);
  if (split === undefined || line.length > MAX_LINE_LENGTH) return [line];
  try {
    return split(line) ?? [line];
  } catch {
    // No JSON, or nested deeper than can be written again.
    return [line];
  }
}

/** The maximum number of events in a line. */
export function countEvents(line: string): number {
  if (line.startsWith(ENDED_CALL_START)) return 2 * (line.split(ATTEMPT_MARK).length - 1) + 1;
  return line.startsWith(REFUSED_CALLS_START) ? Math.max(1, countRefusedCallEvents(line)) : 1;
}

/** Undefined where a line is an event itself. */
function splitterOf(line: string): ((line: string) => string[] | undefined) | undefined {
  if (line.startsWith(ENDED_CALL_START)) return eventsOf;
  return line.startsWith(REFUSED_CALLS_START) ? splitRefusedCalls : undefined;
}

/** Undefined where it is another document. @throws SyntaxError or RangeError */
function eventsOf(line: string): string[] | undefined {
  const document: unknown = JSON.parse(line);
  if (!endedCall.Check(document)) return undefined;
  const { ended, admitted_at, ended_ms, attempts, request } = document;
  const admittedMs = parseInstantMs(admitted_at);
  const shared = membersOf(ended);
  // It comes as often as there are events, and a foreign file may hold anything: what a call ends with has some
  // thousands of characters.
  const length = line.length + 2 * attempts.length * shared.length;
  if (admittedMs === undefined || length > MAX_LINE_LENGTH) return undefined;
  const instant = (ms: number): string => new Date(admittedMs + ms).toISOString();
  const terminalAt = instant(ended_ms);
  const events: string[] = [];
  for (const { called, dispatched_ms, ended_ms: attemptMs, attempt, cost } of attempts) {
    const ordinal = events.length / 2 + 1;
    const id = JSON.stringify(`${ended.logical_request_id}.${ordinal}`);
    const made = `${shared},"attempt_id":${id},${membersOf(called)}`;
    const endedAt = attemptMs === undefined ? terminalAt : instant(attemptMs);
    const times = `"dispatched_at":"${instant(dispatched_ms)}","terminal_at":"${endedAt}"`;
    const effect = `"effect_id":${id},"effect_kind":"settlement","occurred_at":"${endedAt}"`;
    events.push(
      `{"event":"attempt",${made},"ordinal":${ordinal},${membersOf(attempt)},${times}}`,
      `{"event":"cost_effect",${made},${effect},${membersOf(cost)}}`,
    );
  }
  const last = attempts.at(-1);
  const final = last?.attempt.output_state === 'none' ? undefined : last?.called;
  const models = final && { final_model: final.provider_model, final_provider: final.provider_id };
  const members = membersOf({ ...request, ...models, attempt_count: attempts.length });
  const times = `"admitted_at":${JSON.stringify(admitted_at)},"terminal_at":"${terminalAt}"`;
  events.push(`{"event":"request_terminal",${shared},${times},${members}}`);
  return events;
}
