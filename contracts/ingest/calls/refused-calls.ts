import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { MAX_LINE_LENGTH } from '../lines/parse-traffic-line.ts';
import { parseInstantMs } from '../events/parse-instant-ms.ts';
import { jsonMembers } from './json-members.ts';

/** The first characters of a line for several refused requests of one key. */
export const REFUSED_CALLS_START = '{"refused":{';
/**
 * Marks the start of each request. JSON strings cannot hold a raw tab, so requests can be counted without parsing the
 * line.
 */
export const REFUSED_CALL_MARK = '\t';

/** The maximum number of requests in a line. */
export const MAX_REFUSED_CALLS = 32;

const EVENTS_OF_A_REQUEST = 2;

/** A duration longer than any request takes. */
const MAX_MS = 1_000_000_000;

const MillisecondsSchema = Type.Number({ minimum: 0, maximum: MAX_MS });
const RefusedCallsSchema = Type.Object(
  {
    /** The members that all events of the requests share. */
    refused: Type.Object({}),
    /** The annotations of each admission. */
    noted: Type.Record(Type.String(), Type.String()),
    streaming: Type.Boolean(),
    /** The additional members of each ending. */
    request: Type.Object({}),
    /** The admission time of the first request. */
    admitted_at: Type.String(),
    /** Each request: its id, its admission in milliseconds since `admitted_at`, and its duration in milliseconds. */
    requests: Type.Array(
      Type.Tuple([Type.String(), Type.Integer({ minimum: 0, maximum: MAX_MS }), MillisecondsSchema]),
      { maxItems: MAX_REFUSED_CALLS },
    ),
  },
  { additionalProperties: false },
);
const refusedCalls = Compile(RefusedCallsSchema);

/**
 * The events of such a line, one line for each event: the admission and the ending of every request. Undefined for any
 * other document.
 * @throws SyntaxError or RangeError if the line is not JSON
 */
export function splitRefusedCalls(line: string): string[] | undefined {
  const document: unknown = JSON.parse(line);
  if (!refusedCalls.Check(document)) return undefined;
  const { refused, noted, streaming, request, admitted_at, requests } = document;
  const firstMs = parseInstantMs(admitted_at);
  if (firstMs === undefined) return undefined;
  const shared = jsonMembers(refused);
  const admission = `"streaming":${streaming},"noted":${JSON.stringify(noted)}`;
  const ending = jsonMembers({ ...request, attempt_count: 0, streaming });
  // Every event repeats the shared members, and a foreign file may hold any amount of them.
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
