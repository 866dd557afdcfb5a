import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { PRODUCER_CLASSES, type ProducerClass } from '../../domain/insight/insight-sets.ts';
import { MAX_ID_BYTES } from '../wire/id-text.ts';
import { parseInstantMs } from './parse-instant-ms.ts';
import {
  isCompanion,
  isEventName,
  producerOf,
  TRAFFIC_SCHEMAS,
  type EventName,
  type TrafficEvent,
} from './traffic-event.ts';
import { CONTENT_EVENT } from './content.ts';
import { findBrokenRule } from './find-broken-rule.ts';

/** Why a line is set aside instead of loaded. The last four are found by the indexer, every other one by the reader. */
export const QUARANTINE_REASONS = [
  'too_long',
  'not_json',
  'not_an_object',
  'unknown_event',
  'unknown_schema',
  'wrong_shape',
  'broken_rule',
  'unknown_scope',
  'conflicting',
  'unsettled',
  'not_kept',
] as const;
export type QuarantineReason = (typeof QUARANTINE_REASONS)[number];

/** What a line is called that stands for something which could not be read when it came in, and says why. */
export const SET_ASIDE_EVENT = 'unreadable';

/** What a line that cannot be loaded still says about whose traffic is missing, and when. */
export interface LineTrace {
  readonly producerClass: ProducerClass;
  readonly organizationId?: string;
  readonly workspaceId?: string;
  /** Unix milliseconds of the event's time base. */
  readonly atMs?: number;
  /** Set of what no figure is made of: nothing is missing from one without it. */
  readonly isCompanion?: true;
}

export interface LineFault {
  readonly reason: QuarantineReason;
  /** RFC 6901 pointer to the faulty member; empty for the whole line. */
  readonly pointer: string;
  /** A sentence for the owner of the log. */
  readonly detail: string;
  readonly trace: LineTrace;
}

export type ParsedLine =
  | { readonly event: TrafficEvent; readonly fault?: never }
  | { readonly fault: LineFault; readonly event?: never };

/** In UTF-16 units. Events carry names and numbers; only a torn or foreign file has longer lines. */
export const MAX_LINE_LENGTH = 65_536;

interface EventValidator {
  Check(value: unknown): value is TrafficEvent;
  Errors(value: unknown): { instancePath: string; message: string }[];
}

type EventValidators = Readonly<Record<EventName, EventValidator>>;

const validators = compiled((schema) => schema);

/** Of lines from before ids were measured in bytes, which had 256 characters. */
const plannedValidators = compiled(withoutFormats);

function compiled(changed: (schema: TSchema) => TSchema): EventValidators {
  return Object.fromEntries(
    Object.entries(TRAFFIC_SCHEMAS).map(([name, schema]) => [
      name,
      Compile(changed(schema)) as unknown as EventValidator,
    ]),
  ) as Record<EventName, EventValidator>;
}

function withoutFormats(schema: TSchema): TSchema {
  const json = JSON.stringify(schema, (key, value: unknown) => (key === 'format' ? undefined : value));
  return JSON.parse(json) as TSchema;
}

/** Reads one line of the traffic format. Never throws: a faulty line is an answer, since it must block nothing. */
export function parseTrafficLine(line: string): ParsedLine {
  return parseLine(line, validators);
}

/** Reads a line that a plan took, under the rules of its time: what was counted then is loaded again as it was. */
export function parsePlannedLine(line: string): ParsedLine {
  return parseLine(line, plannedValidators);
}

function parseLine(line: string, by: EventValidators): ParsedLine {
  if (line.length > MAX_LINE_LENGTH) return tooLong();
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return blindFault('not_json', error instanceof Error ? error.message : 'The line is not JSON.');
  }
  return parseValue(value, line, by);
}

/** Reads what a line says, `line` being its text. Never throws, as `parseTrafficLine` does not. */
export function parseTrafficValue(value: unknown, line: string): ParsedLine {
  return parseValue(value, line, validators);
}

function parseValue(value: unknown, line: string, by: EventValidators): ParsedLine {
  if (line.length > MAX_LINE_LENGTH) return tooLong();
  if (holdsLoneSurrogate(line, value)) return blindFault('not_json', 'The line holds half a surrogate pair.');
  if (!isRecord(value)) return blindFault('not_an_object', 'The line is not a JSON object.');
  const name = value['event'];
  const told = name === SET_ASIDE_EVENT ? toldFault(value) : undefined;
  if (told !== undefined) return told;
  if (!isEventName(name))
    return fault('unknown_event', 'The member event names no event of this format.', value, '/event');
  if (value['schema'] !== 1) return fault('unknown_schema', 'The member schema is not 1.', value, '/schema');
  const validator = by[name];
  if (!validator.Check(value)) return shapeFault(validator, value);
  const broken = findBrokenRule(value);
  return broken === undefined ? { event: value } : fault('broken_rule', broken, value);
}

/** What a JSON object says about whose traffic it is and when, whether or not it is a valid event. */
export function traceOf(value: Readonly<Record<string, unknown>>): LineTrace {
  const scope = isRecord(value['scope']) ? value['scope'] : {};
  const name = isEventName(value['event']) ? value['event'] : undefined;
  const declared = PRODUCER_CLASSES.find((producer) => producer === value['producer_class']);
  const organizationId = plainId(scope['organization_id']);
  const workspaceId = plainId(scope['workspace_id']);
  const atMs = [value['admitted_at'], value['dispatched_at'], value['occurred_at'], value['from']]
    .map((time) => (typeof time === 'string' ? parseInstantMs(time) : undefined))
    .find((ms) => ms !== undefined);
  return {
    producerClass: declared ?? producerOf(name),
    ...(organizationId !== undefined && { organizationId }),
    ...(workspaceId !== undefined && { workspaceId }),
    ...(atMs !== undefined && { atMs }),
    ...((isCompanion(name) || value['event'] === CONTENT_EVENT) && { isCompanion: true as const }),
  };
}

/** The value where it could be an id: the stores refuse NUL and endless text. */
function plainId(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= MAX_ID_BYTES && /^[\w.:@-]+$/.test(value) ? value : undefined;
}

/** Half a surrogate pair is valid JSON but no text, and would make ClickHouse refuse the whole batch. */
function holdsLoneSurrogate(line: string, value: unknown): boolean {
  return /\\ud[89a-f]/i.test(line) && /\\ud[89a-f]/.test(JSON.stringify(value));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function tooLong(): ParsedLine {
  return blindFault('too_long', `The line is longer than ${MAX_LINE_LENGTH} characters.`);
}

function blindFault(reason: QuarantineReason, detail: string): ParsedLine {
  return { fault: { reason, pointer: '', detail, trace: { producerClass: 'gateway_journal' } } };
}

function fault(reason: QuarantineReason, detail: string, value: Record<string, unknown>, pointer = ''): ParsedLine {
  return { fault: { reason, pointer, detail, trace: traceOf(value) } };
}

/** Whoever was sent it knew what is wrong with it. */
function toldFault(value: Record<string, unknown>): ParsedLine | undefined {
  const { detail } = value;
  const reason = QUARANTINE_REASONS.find((known) => known === value['reason']);
  return reason === undefined || typeof detail !== 'string' ? undefined : fault(reason, detail, value);
}

function shapeFault(validator: EventValidator, value: Record<string, unknown>): ParsedLine {
  const [error] = validator.Errors(value);
  if (error === undefined) return fault('wrong_shape', 'The event has the wrong shape.', value);
  return fault('wrong_shape', `${error.instancePath || '/'} ${error.message}.`, value, error.instancePath);
}
