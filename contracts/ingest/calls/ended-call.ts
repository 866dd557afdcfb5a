import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { MAX_LINE_LENGTH } from '../lines/parse-traffic-line.ts';
import { parseInstantMs } from '../events/parse-instant-ms.ts';
import { jsonMembers } from './json-members.ts';
import { countRefusedCallEvents, REFUSED_CALLS_START, splitRefusedCalls } from './refused-calls.ts';

/** The first characters of the line of a call that has ended. */
export const ENDED_CALL_START = '{"ended":{';
/**
 * Marks the start of each attempt. JSON strings cannot hold a raw tab, so attempts can be counted without parsing the
 * line.
 */
export const ATTEMPT_MARK = '\t';

/**
 * The maximum characters of all events of a line. Every event repeats the shared members, and a foreign file may hold
 * any amount of them. A real call has at most ten attempts and about 24,000 characters of shared members.
 */
const MAX_EVENTS_LENGTH = 16 * MAX_LINE_LENGTH;

/** A duration longer than any call takes. */
const MAX_MS = 1_000_000_000;

/** Any other members of an event. The schema of each event is checked after the line is split. */
const MembersSchema = Type.Object({});
const MillisecondsSchema = Type.Integer({ minimum: 0, maximum: MAX_MS });
const EndedCallSchema = Type.Object(
  {
    /** The members that every event shares about the request. */
    ended: Type.Object({ logical_request_id: Type.String() }),
    admitted_at: Type.String(),
    /** Milliseconds since `admitted_at`, as in all `…_ms` members. */
    ended_ms: MillisecondsSchema,
    attempts: Type.Array(
      Type.Object(
        {
          called: Type.Object(
            { provider_id: Type.String(), provider_model: Type.String() },
            { additionalProperties: false },
          ),
          dispatched_ms: MillisecondsSchema,
          /** Absent if the call ended with this attempt. */
          ended_ms: Type.Optional(MillisecondsSchema),
          /** The additional members of the `attempt` event. */
          attempt: Type.Object({ output_state: Type.String() }),
          /** The additional members of the `cost_effect` event. */
          cost: MembersSchema,
        },
        { additionalProperties: false },
      ),
    ),
    /** The additional members of the `request_terminal` event. */
    request: MembersSchema,
  },
  { additionalProperties: false },
);
const endedCall = Compile(EndedCallSchema);

/**
 * The events of a line of the journal, one line for each event. A line for an ended call yields its attempts, the cost
 * of each attempt, and its ending. A line for refused requests yields their admissions and endings. Any other line is
 * returned unchanged.
 */
export function splitEvents(line: string): string[] {
  const split = splitterOf(line);
  if (split === undefined || line.length > MAX_LINE_LENGTH) return [line];
  try {
    return split(line) ?? [line];
  } catch {
    // The line is not JSON, or is nested too deeply to be serialized again.
    return [line];
  }
}

/** The maximum number of events in a line. */
export function countEvents(line: string): number {
  if (line.startsWith(ENDED_CALL_START)) return 2 * (line.split(ATTEMPT_MARK).length - 1) + 1;
  return line.startsWith(REFUSED_CALLS_START) ? Math.max(1, countRefusedCallEvents(line)) : 1;
}

/** The function that splits a line into its events; undefined for a line that is an event itself. */
function splitterOf(line: string): ((line: string) => string[] | undefined) | undefined {
  if (line.startsWith(ENDED_CALL_START)) return eventsOf;
  return line.startsWith(REFUSED_CALLS_START) ? splitRefusedCalls : undefined;
}

/** The events of an ended call; undefined for any other document. @throws SyntaxError or RangeError */
function eventsOf(line: string): string[] | undefined {
  const document: unknown = JSON.parse(line);
  if (!endedCall.Check(document)) return undefined;
  const { ended, admitted_at, ended_ms, attempts, request } = document;
  const admittedMs = parseInstantMs(admitted_at);
  const shared = jsonMembers(ended);
  const length = line.length + 2 * attempts.length * shared.length;
  if (admittedMs === undefined || length > MAX_EVENTS_LENGTH) return undefined;
  const instant = (ms: number): string => new Date(admittedMs + ms).toISOString();
  const terminalAt = instant(ended_ms);
  const events: string[] = [];
  for (const { called, dispatched_ms, ended_ms: attemptMs, attempt, cost } of attempts) {
    const ordinal = events.length / 2 + 1;
    const id = JSON.stringify(`${ended.logical_request_id}.${ordinal}`);
    const made = `${shared},"attempt_id":${id},${jsonMembers(called)}`;
    const endedAt = attemptMs === undefined ? terminalAt : instant(attemptMs);
    const times = `"dispatched_at":"${instant(dispatched_ms)}","terminal_at":"${endedAt}"`;
    const effect = `"effect_id":${id},"effect_kind":"settlement","occurred_at":"${endedAt}"`;
    events.push(
      `{"event":"attempt",${made},"ordinal":${ordinal},${jsonMembers(attempt)},${times}}`,
      `{"event":"cost_effect",${made},${effect},${jsonMembers(cost)}}`,
    );
  }
  const last = attempts.at(-1);
  const final = last?.attempt.output_state === 'none' ? undefined : last?.called;
  const models = final && { final_model: final.provider_model, final_provider: final.provider_id };
  const members = jsonMembers({ ...request, ...models, attempt_count: attempts.length });
  const times = `"admitted_at":${JSON.stringify(admitted_at)},"terminal_at":"${terminalAt}"`;
  events.push(`{"event":"request_terminal",${shared},${times},${members}}`);
  return events;
}
