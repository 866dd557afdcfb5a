import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { MAX_LINE_LENGTH } from '../lines/parse-traffic-line.ts';
import { parseInstantMs } from '../events/parse-instant-ms.ts';
import { membersOf } from './members-of.ts';

/** The first characters of a line for several refused requests of one key. */
export const REFUSED_CALLS_START = '{"refused":{';
/** Stands before each request. JSON has no tab within a text, so that requests are counted without parsing the line. */
export const REFUSED_CALL_MARK = '\t';

/** The maximum number of requests in a line. */
export const MAX_REFUSED_CALLS = 32;

const EVENTS_OF_A_REQUEST = 2;

/** Longer than any request may take. */
const MAX_MS = 1_000_000_000;

const MillisecondsSchema = Type.Number({ minimum: 0, maximum: MAX_MS });
const RefusedCallsSchema = Type.Object(
  {
    /** The members that every event shares about each of the requests. */
    refused: Type.Object({}),
    /** The annotations of each admission. */
    noted: Type.Record(Type.String(), Type.String()),
    streaming: Type.Boolean(),
    /** The additional members of each ending. */
    request: Type.Object({}),
    /** The admission time of the first of them. */
    admitted_at: Type.String(),
    /** The id of each request, when it was let in (milliseconds since `admitted_at`), and how long it took. */
    requests: Type.Array(
      Type.Tuple([Type.String(), Type.Integer({ minimum: 0, maximum: MAX_MS }), MillisecondsSchema]),
      { maxItems: MAX_REFUSED_CALLS },
    ),
  },
  { additionalProperties: false },
);
const refusedCalls = Compile(RefusedCallsSchema);

/**
 * The events that such a line tells of, a line each: of every request its admission and its ending. Undefined where it
 * is another document.
 * @throws SyntaxError or RangeError where it is no JSON
 */
export function splitRefusedCalls(line: string): string[] | undefined {
  const document: unknown = JSON.parse(line);
  if (!refusedCalls.Check(document)) return undefined;
  const { refused, noted, streaming, request, admitted_at, requests } = document;
  const firstMs = parseInstantMs(admitted_at);
  if (firstMs === undefined) return undefined;
  const shared = membersOf(refused);
  const admission = `"streaming":${streaming},"noted":${JSON.stringify(noted)}`;
  const ending = membersOf({ ...request, attempt_count: 0, streaming });
  // What they share comes with each of them, and a foreign file may hold anything.
  const length = EVENTS_OF_A_REQUEST * (shared.length + admission.length + ending.length);
  if (length > MAX_LINE_LENGTH) return undefined;
  return requests.flatMap(([id, afterMs, totalMs]) => {
    const admittedMs = firstMs + afterMs;
    const about = `${shared},"logical_request_id":${JSON.stringify(id)},"admitted_at":"${instant(admittedMs)}"`;
    const terminalAt = instant(admittedMs + Math.round(totalMs));
    return [
      `{"event":"request_admitted",${about},${admission}}`,
      `{"event":"request_terminal",${about},"terminal_at":"${terminalAt}",${ending},"total_ms":${totalMs}}`,
    ];
  });
}

/** The maximum number of events in such a line. */
export function countRefusedCallEvents(line: string): number {
  return EVENTS_OF_A_REQUEST * (line.split(REFUSED_CALL_MARK).length - 1);
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
