import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { nearestName } from '../../../domain/kernel/nearest-name.ts';
import { ALWAYS_REFUSED_CHARACTERS, REFUSED_CHARACTERS } from '../../wire/id-text.ts';
import { PROBLEM_LIMITS } from '../../wire/problem-limits.ts';
import { createValidator } from '../../wire/validator.ts';
import { wellFormedJson } from '../../wire/well-formed-json.ts';
import { findBrokenRule } from '../rules/find-broken-rule.ts';
import { findLaterRule } from '../rules/find-later-rule.ts';
import { isEventName, TRAFFIC_SCHEMAS, type EventName, type TrafficEvent } from '../events/traffic-event.ts';
import { type LineTrace, toLineTrace, scanLineTrace } from './line-trace.ts';

/** The reasons why a line is quarantined instead of loaded. The indexer finds the last four, the reader all others. */
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

/** The event name of a line that represents unreadable input and states the reason. */
export const UNREADABLE_EVENT = 'unreadable';

export interface LineFault {
  readonly reason: QuarantineReason;
  /** RFC 6901 pointer to the faulty member; empty for the complete line. */
  readonly pointer: string;
  /** A sentence for the owner of the log. */
  readonly detail: string;
  readonly trace: LineTrace;
}

export type ParsedLine =
  | { readonly event: TrafficEvent; readonly fault?: never }
  | { readonly fault: LineFault; readonly event?: never };

/** UTF-16 units. Events consist of names and numbers, so only a torn or foreign file has longer lines. */
export const MAX_LINE_LENGTH = 65_536;

interface EventValidator {
  Check(value: unknown): value is TrafficEvent;
}

/** The rules that a line is checked against. */
interface Rules {
  readonly validators: Readonly<Record<EventName, EventValidator>>;
  readonly brokenRule: (event: TrafficEvent) => string | undefined;
}

const RULES: Rules = {
  validators: compiled((schema) => schema),
  brokenRule: (event) => findBrokenRule(event) ?? findLaterRule(event),
};

/**
 * The rules for older lines. Their ids had up to 256 characters and could contain the control characters U+0080 to
 * U+009F, and the later rules did not exist.
 */
const PLANNED_RULES: Rules = { validators: compiled(asBefore), brokenRule: findBrokenRule };

function compiled(changed: (schema: TSchema) => TSchema): Rules['validators'] {
  return Object.fromEntries(
    Object.entries(TRAFFIC_SCHEMAS).map(([name, schema]) => [
      name,
      Compile(changed(schema)) as unknown as EventValidator,
    ]),
  ) as Record<EventName, EventValidator>;
}

function asBefore(schema: TSchema): TSchema {
  const json = JSON.stringify(schema, (key, value: unknown) => {
    if (key === 'format') return undefined;
    const isPattern = key === 'pattern' && typeof value === 'string';
    return isPattern ? value.replace(REFUSED_CHARACTERS, ALWAYS_REFUSED_CHARACTERS) : value;
  });
  return JSON.parse(json) as TSchema;
}

/**
 * Reads one line of the traffic format. Never throws: a fault is a result, because a faulty line must not block others.
 */
export function parseTrafficLine(line: string): ParsedLine {
  return parseLine(line, RULES);
}

/** Reads a line of a planned batch by the rules of its time, so that the same events are loaded again. */
export function parsePlannedLine(line: string): ParsedLine {
  return parseLine(line, PLANNED_RULES);
}

/**
 * The JSON value of a line. Each unpaired half of a surrogate pair is replaced with U+FFFD, and a byte order mark at
 * the start is skipped.
 *
 * @throws SyntaxError if the line is not JSON
 */
export function parseLineValue(line: string): unknown {
  return JSON.parse(wellFormedJson(line.startsWith(BYTE_ORDER_MARK) ? line.slice(1) : line));
}

const BYTE_ORDER_MARK = '\ufeff';

function parseLine(line: string, rules: Rules): ParsedLine {
  if (line.length > MAX_LINE_LENGTH) return tooLong(line);
  try {
    return parseValue(parseLineValue(line), line, rules);
  } catch (error) {
    return textFault('not_json', notJsonDetail(error), line);
  }
}

/**
 * Reads an event from the parsed value of a line. Never throws, like `parseTrafficLine`. @param line the text of the
 * line
 */
export function parseTrafficValue(value: unknown, line: string): ParsedLine {
  return parseValue(value, line, RULES);
}

function parseValue(value: unknown, line: string, { validators, brokenRule }: Rules): ParsedLine {
  if (line.length > MAX_LINE_LENGTH) return tooLong(line, value);
  if (!isRecord(value)) return textFault('not_an_object', 'The line is not a JSON object.', line);
  const name = value['event'];
  const setAside = name === UNREADABLE_EVENT ? faultOfSetAside(value, line) : undefined;
  if (setAside !== undefined) return setAside;
  const fault = (reason: QuarantineReason, detail: string, pointer = ''): ParsedLine =>
    faultOf({ reason, detail, pointer }, value, line);
  if (!isEventName(name)) return fault('unknown_event', unknownEventDetail(name), '/event');
  if (value['schema'] !== 1) return fault('unknown_schema', 'The member schema is not 1.', '/schema');
  const validator = validators[name];
  if (!validator.Check(value)) {
    const refusal = shapeCheck(name)(value);
    if (refusal === undefined) return fault('wrong_shape', 'The event has the wrong shape.');
    return fault('wrong_shape', refusal.message, refusal.faults[0]?.pointer);
  }
  const broken = brokenRule(value);
  return broken === undefined ? { event: value } : fault('broken_rule', broken);
}

/**
 * The fault of a line that is not JSON. Of the engine's message, which quotes the text, only the position is passed on.
 */
function notJsonDetail(error: unknown): string {
  const [, place] = /at position (\d+)/.exec(error instanceof Error ? error.message : '') ?? [];
  return place === undefined
    ? 'The line is not JSON.'
    : `The line is not JSON: it goes wrong at character ${Number(place) + 1}.`;
}

/**
 * The fault of an unknown event name. It is stored with every such line, so it lists all names only if none is similar.
 */
function unknownEventDetail(name: unknown): string {
  const sentence = 'The member event names no event of this format';
  if (typeof name !== 'string') return `${sentence}.`;
  const near = nearestName(name, EVENT_NAMES);
  return near === undefined
    ? `${sentence}, which has ${EVENT_NAMES.join(', ')}.`
    : `${sentence}: did you mean ${near}?`;
}

const EVENT_NAMES = Object.keys(TRAFFIC_SCHEMAS);

/** Checks that report all faults of an event with a known name. Each is compiled for the first faulty event. */
const shapeChecks = new Map<EventName, ReturnType<typeof createValidator>>();

function shapeCheck(name: EventName): ReturnType<typeof createValidator> {
  const check = shapeChecks.get(name) ?? createValidator(TRAFFIC_SCHEMAS[name]);
  shapeChecks.set(name, check);
  return check;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function tooLong(line: string, value?: unknown): ParsedLine {
  const detail = `The line is longer than ${MAX_LINE_LENGTH} characters. Shorten the line.`;
  return isRecord(value)
    ? faultOf({ reason: 'too_long', detail, pointer: '' }, value, line)
    : textFault('too_long', detail, line);
}

/** The fault of a line that is not an event by its form. Its text is then the only source of its scope and time. */
function textFault(reason: QuarantineReason, detail: string, line: string): ParsedLine {
  return { fault: { reason, pointer: '', detail: detail.slice(0, PROBLEM_LIMITS.detail), trace: scanLineTrace(line) } };
}

function faultOf(
  { reason, detail, pointer }: Omit<LineFault, 'trace'>,
  value: Record<string, unknown>,
  line: string,
): ParsedLine {
  const sentence = toLineTrace(value);
  // An object in another form may nest its scope and time in a member, as the line of an ended call of a gateway does.
  const trace =
    sentence.workspaceId === undefined || sentence.atMs === undefined
      ? { ...scanLineTrace(line), ...sentence }
      : sentence;
  // The name of a member may be as long as a line.
  const shown = pointer.length > PROBLEM_LIMITS.pointer ? '' : pointer;
  return { fault: { reason, pointer: shown, detail: detail.slice(0, PROBLEM_LIMITS.detail), trace } };
}

/** The fault of a line whose sender already knew that it was wrong. */
function faultOfSetAside(value: Record<string, unknown>, line: string): ParsedLine | undefined {
  const { detail } = value;
  const reason = QUARANTINE_REASONS.find((known) => known === value['reason']);
  if (reason === undefined || typeof detail !== 'string') return undefined;
  return faultOf({ reason, detail, pointer: '' }, value, line);
}
