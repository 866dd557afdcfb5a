import { instantText } from '../../contracts/ingest/calls/instant-text.ts';
import { quotedName } from '../../contracts/ingest/calls/quoted-name.ts';
import { REFUSED_CALL_MARK, REFUSED_CALLS_START } from '../../contracts/ingest/calls/refused-calls.ts';
import { writeEndedCall } from '../../contracts/ingest/calls/write-ended-call.ts';
import type { RefusingLimit } from '../../contracts/ingest/events/refusing-limit.ts';
import { decimalText } from '../../domain/kernel/text/decimal-text.ts';
import type { AdmittedCall } from '../call/admitted-call.ts';
import type { CallEnding } from '../call/call-ending.ts';

// Lines are built from texts: building objects and serializing them took an eighth of the cost of a call. The number of
// pieces decides how long it takes to write a line, so a text that many lines share is one piece.

/** The first characters of the row of an admitted request. */
const ADMISSION_START = '{"event":"request_admitted",';

/** The event `request_admitted`, which is the first line of the row of an admitted request. */
export function admissionLine(call: AdmittedCall): string {
  const { key, admittedAt, streaming, annotations } = call;
  const admitted = `,"admitted_at":"${instantText(admittedAt.getTime())}`;
  const streams = streaming ? '","streaming":true' : '","streaming":false';
  return `${ADMISSION_START}${membersOf(call)}${admitted}${streams}${keyTextsOf(key).annotations}${notesOf(annotations)}}}`;
}

/**
 * Annotations whose values are words and numbers of the gateway, which need no escaping in JSON. Almost every call has
 * them, and most calls have no others.
 */
const OURS: ReadonlyMap<string, string> = new Map(
  ['step_class_source', 'reserved_tokens', 'reserved_nano_usd', 'coordination'].map(
    (name) => [name, `,"${name}":"`] as const,
  ),
);

/** The annotations of a call, as members to append to earlier ones. */
function notesOf(annotations: AdmittedCall['annotations']): string {
  let notes = '';
  for (const name in annotations) {
    const value = annotations[name] as string;
    const start = OURS.get(name);
    if (start !== undefined) notes += `${start}${value}"`;
    else notes += `,${JSON.stringify(name)}:${JSON.stringify(value)}`;
  }
  return notes;
}

/** True if the lines begin a row. */
export function beginsRow([line = '']: readonly string[]): boolean {
  return line.startsWith(ADMISSION_START) || line.startsWith(REFUSED_CALLS_START);
}

/** A refused request, and the milliseconds until it was refused. */
export interface RefusedCall {
  readonly call: AdmittedCall;
  readonly totalMs: number;
}

/**
 * The beginning of a line that refused requests share: their key and the reason of their refusal. Of their annotations
 * and dimensions, it has only the key and the limit that refused them, and it states that the rest is omitted.
 *
 * @param limit the limit that refused them; undefined if no limit did
 */
export function refusedCallsStart(call: AdmittedCall, kind: string, limit?: RefusingLimit): string {
  const { key, streaming } = call;
  const kept = { key_id: key.keyId, ...(limit && { 'refused_by_limit.id': limit.id }), notes: 'left_out' };
  const request = `"request":{"status":"refused","terminal_kind":${quotedName(kind)}${sharedLimitText(limit)}}`;
  return `${REFUSED_CALLS_START}${sharedMembersOf(call)}},"noted":${JSON.stringify(kept)},"streaming":${streaming},${request}`;
}

/**
 * The member about the limit in a line that refused requests share. It omits the used amount, which can differ
 * from request to request, so that a caller cannot give each of its requests a separate line.
 */
function sharedLimitText(limit: RefusingLimit | undefined): string {
  if (limit === undefined) return '';
  const { observed: _, ...shared } = limit;
  return `,"refused_by_limit":${JSON.stringify(shared)}`;
}

/** The line of refused requests with the same beginning, in the order in which they were admitted. */
export function refusedCallsLine(start: string, requests: readonly [RefusedCall, ...RefusedCall[]]): string {
  const firstMs = requests[0].call.admittedAt.getTime();
  const rows = requests.map(({ call, totalMs }) => {
    const afterMs = Math.max(0, call.admittedAt.getTime() - firstMs);
    return `${REFUSED_CALL_MARK}["${call.requestId}",${afterMs},${decimalText(totalMs, 10)}]`;
  });
  return `${start},"admitted_at":"${instantText(firstMs)}","requests":[${rows.join(',')}]}`;
}

/** The line of a call's ending. */
export function endingLine(call: AdmittedCall, ending: CallEnding): string {
  return writeEndedCall(membersOf(call), call, ending);
}

/** The members that all events of requests with these facts share. */
function sharedMembersOf({
  purpose = 'application',
  key,
  routeId,
  bytes,
}: Omit<AdmittedCall, 'requestId' | 'traceId' | 'dimensions'>): string {
  const route = routeId === undefined ? '' : `,"route_id":${quotedName(routeId)}`;
  return `${keyTextsOf(key).start}},"purpose":"${purpose}"${route}${sizeOf(bytes)}`;
}

/** The members about a request in each of its events. */
function membersOf({ requestId, purpose, key, dimensions, traceId, routeId, bytes }: AdmittedCall): string {
  const route = routeId === undefined ? '' : `,"route_id":${quotedName(routeId)}`;
  const trace = traceId === undefined ? '' : `,"trace_id":${JSON.stringify(traceId)}`;
  const begun = `${keyTextsOf(key).start}${dimensions?.members ?? ''}`;
  const request = purpose === undefined ? OF_APPLICATION : `},"purpose":"${purpose}","logical_request_id":"`;
  return `${begun}${request}${requestId}"${route}${trace}${sizeOf(bytes)}`;
}

/** The members of an application's request between its dimensions and its id. */
const OF_APPLICATION = '},"purpose":"application","logical_request_id":"';

/** The texts about a key in events. */
interface KeyTexts {
  /** The annotations about the key in an admission. */
  readonly annotations: string;
  /** The first members of every event, up to the dimension `key`. */
  readonly start: string;
}

/** The texts by key: a key makes many calls before it is read again. */
const keyTexts = new WeakMap<AdmittedCall['key'], KeyTexts>();

function keyTextsOf(key: AdmittedCall['key']): KeyTexts {
  const known = keyTexts.get(key);
  if (known !== undefined) return known;
  const { organizationId, workspaceId, applicationId, gatewayId, environmentId } = key.leaf;
  const scope = {
    organization_id: organizationId,
    workspace_id: workspaceId,
    application_id: applicationId,
    gateway_id: gatewayId,
    environment_id: environmentId,
  };
  const { keyId, owner } = key;
  const texts = {
    annotations: `,${unclosed({ noted: { key_id: keyId } }, '}}')}`,
    start: unclosed({ schema: 1, scope, team_id: owner, dimensions: { key: keyId } }, '}}'),
  };
  keyTexts.set(key, texts);
  return texts;
}

/** The JSON of an object, without its first brace and without its end. */
function unclosed(members: object, end: string): string {
  return JSON.stringify(members).slice(1, -end.length);
}

/** The size class by the bytes of the body: up to about 500 and 3,000 tokens of text. */
function sizeOf(bytes: number): string {
  if (bytes < 2_000) return ',"input_size_bucket":"small"';
  return bytes < 12_000 ? ',"input_size_bucket":"medium"' : ',"input_size_bucket":"large"';
}
