import { setImmediate } from 'node:timers/promises';
import type { LeafChain } from '../../../domain/tenancy/scope.ts';
import { normalizeDimensions } from '../dimensions/normalize-dimensions.ts';
import { wellFormedJson } from '../../wire/well-formed-json.ts';
import { type LineTrace, toLineTrace, scanLineTrace } from '../lines/line-trace.ts';
import { type LineFault, type ParsedLine, parseTrafficLine, parseTrafficValue } from '../lines/parse-traffic-line.ts';
import type { CapturedContent, ContentSelection } from '../events/captured-content.ts';
import { isPossibleContent } from '../events/content.ts';
import { isCompanionEvent, type TrafficEvent } from '../events/traffic-event.ts';
import { correctionIdentity } from './correction-identity.ts';
import { findTokenPartFault } from './find-token-part-fault.ts';
import { isContent, receiveContent } from './receive-content.ts';
import { MAX_LISTED_FAULTS } from './traffic-limits.ts';
import type { TrafficFault } from './traffic-receipt.ts';
import { unreadableLine } from './unreadable-line.ts';
import { findForbiddenMemberFault } from './find-forbidden-member-fault.ts';

/**
 * One item that was sent: its events, which are accepted all together or not at all, or the reason why it is
 * unreadable.
 */
export type SentItem = { readonly index: number } & (
  | {
      readonly events: readonly unknown[];
      /**
       * The same events with the cost that their sender states; absent if none is stated. They must be valid even if
       * `events` is stored instead.
       */
      readonly statedEvents?: readonly unknown[];
      /** True if its events were converted from a call in another format. */
      readonly isConverted?: true;
      /** The content of a call in another format. If the content is invalid, the call is stored without it. */
      readonly content?: object | undefined;
      /** The reason why a call in another format has no price, as the end of a sentence. */
      readonly unpriced?: string;
      readonly unreadable?: never;
    }
  | {
      readonly events?: never;
      readonly statedEvents?: never;
      readonly unpriced?: never;
      readonly unreadable: Pick<TrafficFault, 'reason' | 'detail'>;
      readonly text: string;
      /** The time of the event, if it is known. */
      readonly at?: Date;
      /** The id of the request, if it is known. */
      readonly requestId?: string;
    }
);

/** Stored calls with counted tokens but without a price, with the first reasons. */
export interface UnpricedCalls {
  readonly calls: number;
  readonly reasons: readonly string[];
}

/** The result for the items that were sent. */
export interface ReceivedEvents {
  /** Lines for the journal: every accepted event, and the faulty items that the indexer quarantines. */
  readonly lines: readonly string[];
  /** Contents for the content store, each with the index of the item that supplied it. */
  readonly contents: readonly { readonly index: number; readonly content: CapturedContent }[];
  readonly accepted: number;
  /** The number of items without a fault from which nothing is stored. */
  readonly ignored: number;
  /** Accepted calls in other formats that the price table cannot price. */
  readonly unpriced: UnpricedCalls;
  /** The number of accepted items whose stated cost is ignored. */
  readonly ignoredCosts: number;
  /** The number of tags of accepted items that are omitted, because their request has too many. */
  readonly droppedTags: number;
  readonly refused: number;
  /** The first faults. */
  readonly faults: readonly TrafficFault[];
}

/** The owner of the items, their time of arrival, the content that is wanted, and the rights of their sender. */
export interface Reception {
  readonly environment: LeafChain;
  readonly receivedAt: Date;
  readonly wanted: ContentSelection;
  readonly takesStatedCosts: boolean;
  /** True if only feedback is accepted; absent or false: all traffic. */
  readonly takesOnlyFeedback?: boolean;
}

/** The maximum number of reasons for calls without a price. */
const MAX_REASONS = 3;

/** The maximum time in milliseconds that events are checked before other requests get a turn. */
const TURN_MS = 10;

/**
 * Checks items that were sent with a credential of one environment. Events of this environment are accepted, and events
 * without a scope belong to it. An item that cannot be read as an event is refused, and quarantined if its absence
 * would make a figure wrong. An event of another environment is refused and leaves no trace.
 */
export async function receiveEvents(items: Iterable<SentItem>, reception: Reception): Promise<ReceivedEvents> {
  const lines: string[] = [];
  const contents: { index: number; content: CapturedContent }[] = [];
  const faults: TrafficFault[] = [];
  let accepted = 0;
  let ignored = 0;
  let refused = 0;
  let unpriced = 0;
  let ignoredCosts = 0;
  let droppedTags = 0;
  const reasons = new Set<string>();
  let turnEnds = performance.now() + TURN_MS;
  for (const item of items) {
    const received = reception.takesOnlyFeedback === true ? receiveFeedback(item, reception) : receive(item, reception);
    const { kept, captured = [], fault, droppedTags: dropped = 0 } = received;
    lines.push(...kept);
    contents.push(...captured.map((content) => ({ index: item.index, content })));
    if (fault === undefined) {
      droppedTags += dropped;
      if (kept.length + captured.length > 0) accepted += 1;
      else ignored += 1;
      const { ignoresCost, withoutPrice } = priceOf(item, reception);
      if (ignoresCost) ignoredCosts += 1;
      if (withoutPrice !== undefined) {
        unpriced += 1;
        if (reasons.size < MAX_REASONS) reasons.add(withoutPrice);
      }
    } else {
      refused += 1;
      if (faults.length < MAX_LISTED_FAULTS) faults.push({ index: item.index, ...fault });
    }
    if (performance.now() > turnEnds) {
      await setImmediate();
      turnEnds = performance.now() + TURN_MS;
    }
  }
  const prices = { calls: unpriced, reasons: [...reasons] };
  return { lines, contents, accepted, ignored, refused, unpriced: prices, ignoredCosts, droppedTags, faults };
}

/** The treatment of the price of an item: if its stated cost is ignored, and why the item has no price. */
function priceOf(
  { statedEvents, unpriced }: SentItem,
  { takesStatedCosts }: Reception,
): { readonly ignoresCost: boolean; readonly withoutPrice: SentItem['unpriced'] } {
  const isStated = statedEvents !== undefined;
  return {
    ignoresCost: isStated && !takesStatedCosts,
    withoutPrice: isStated && takesStatedCosts ? undefined : unpriced,
  };
}

interface Received {
  /** Lines for the journal. */
  readonly kept: readonly string[];
  /** Contents for the content store. */
  readonly captured?: readonly CapturedContent[];
  /** The number of tags that are omitted. Events of one call state the same tags, so they count once. */
  readonly droppedTags?: number;
  readonly fault?: Omit<TrafficFault, 'index'>;
}

function receive(item: SentItem, reception: Reception): Received {
  if (item.unreadable !== undefined) {
    const fault = { ...item.unreadable, pointer: '' };
    if (isPossibleContent(item.text)) return { fault, kept: [] };
    // Every event of a request repeats the time of its admission.
    const admission = { event: 'request_admitted', logical_request_id: item.requestId };
    const statedTrace = scanLineTrace(item.text);
    const trace = item.at === undefined ? statedTrace : { ...statedTrace, atMs: item.at.getTime() };
    return setAside(fault, { trace, text: item.text, knownBy: correctionIdentity(admission) }, reception);
  }
  const isSent = item.isConverted !== true;
  const stated = (item.statedEvents ?? item.events).map((event) => receiveEvent(event, reception, isSent));
  const faulty = stated.find(({ fault }) => fault !== undefined);
  if (faulty !== undefined) return faulty;
  const isAsStated = item.statedEvents === undefined || reception.takesStatedCosts;
  const received = isAsStated ? stated : item.events.map((event) => receiveEvent(event, reception, false));
  const along = item.content === undefined ? [] : [receiveEvent(item.content, reception, isSent)];
  return {
    kept: received.flatMap(({ kept }) => kept),
    captured: [...received, ...along].flatMap(({ captured = [] }) => captured),
    droppedTags: Math.max(0, ...received.map(({ droppedTags = 0 }) => droppedTags)),
  };
}

/**
 * Receives an item from a sender that may send only feedback. A refused item leaves no trace, because the sender must
 * not be able to disclose a gap in traffic that it may not send.
 */
function receiveFeedback(item: SentItem, reception: Reception): Received {
  if (item.unreadable !== undefined) return { fault: { ...item.unreadable, pointer: '' }, kept: [] };
  if (!item.events.every(isFeedback)) return { fault: NOT_FEEDBACK, kept: [] };
  const received = receive(item, reception);
  return received.fault === undefined ? received : { fault: reportedFault(received.fault), kept: [] };
}

function isFeedback(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'event' in value && value.event === 'feedback_verdict';
}

/** Checks one event. @param isSent true for an event as its sender wrote it, false for a converted one */
function receiveEvent(sent: unknown, reception: Reception, isSent: boolean): Received {
  const { environment, receivedAt, wanted } = reception;
  const { value, droppedTags } = withDimensions(withScope(sent, environment));
  if (isContent(value)) {
    const received = receiveContent(value, environment, receivedAt, wanted);
    if ('fault' in received) return { fault: received.fault, kept: [] };
    return { kept: [], captured: received.content === undefined ? [] : [received.content] };
  }
  if (isOfCompanion(value)) return { fault: COMPANION, kept: [] };
  const written = JSON.stringify(value);
  const line = wellFormedJson(written);
  const { event, fault } = checked(line === written ? parseTrafficValue(value, line) : parseTrafficLine(line), isSent);
  if (event !== undefined)
    return isOf(event, environment) ? { kept: [line], droppedTags } : { fault: STRANGER, kept: [] };
  if (isForeign(fault, environment)) return { fault: reportedFault(fault), kept: [] };
  return setAside(
    reportedFault(fault),
    { trace: traceWith(fault.trace, value), text: line, knownBy: correctionIdentity(value) },
    reception,
  );
}

/**
 * The trace of a value. The text of a long line is searched only at its two ends; the value of a sent item is complete,
 * so its time is found in any position.
 */
function traceWith(trace: LineTrace, value: unknown): LineTrace {
  if (trace.atMs !== undefined || typeof value !== 'object' || value === null) return trace;
  const { atMs } = toLineTrace({ ...value });
  return atMs === undefined ? trace : { ...trace, atMs };
}

function checked(parsed: ParsedLine, isSent: boolean): ParsedLine {
  const detail =
    parsed.event && (findTokenPartFault(parsed.event) ?? (isSent ? findForbiddenMemberFault(parsed.event) : undefined));
  if (detail === undefined) return parsed;
  return { fault: { reason: 'broken_rule', pointer: '', detail, trace: toLineTrace({ ...parsed.event }) } };
}

type ReportedFault = Omit<TrafficFault, 'index'>;

/** Refuses an item, and reports to its sender the gap that it leaves and what closes it. */
function setAside(
  fault: ReportedFault,
  aside: Pick<Parameters<typeof unreadableLine>[1], 'trace' | 'text' | 'knownBy'>,
  reception: Reception,
): Received {
  const { reason, detail } = fault;
  const missing_at = new Date(aside.trace.atMs ?? reception.receivedAt.getTime()).toISOString();
  const closed_by = aside.knownBy === undefined ? ('operator' as const) : ('corrected_event' as const);
  return {
    fault: { ...fault, missing_at, closed_by },
    kept: [unreadableLine(reception, { reason, detail, ...aside })],
  };
}

const STRANGER = {
  pointer: '/scope',
  reason: 'unknown_scope',
  detail:
    'This credential writes the traffic of another environment. Omit `scope`, or use the credential of that environment.',
} as const;

/** The refusal of outcomes. Only their receiver knows who states them; a gateway could claim any sender. */
const COMPANION = {
  pointer: '/event',
  reason: 'unknown_event',
  detail: 'This lane accepts no outcomes. Send them to the management plane, which identifies their sender.',
} as const;

/** The refusal of everything but feedback from a sender that may send only feedback. */
const NOT_FEEDBACK = {
  pointer: '/event',
  reason: 'unknown_event',
  detail:
    'This credential may send only feedback. Send events with the name `feedback_verdict`, or use a credential that may send all traffic.',
} as const;

function isOfCompanion(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'event' in value && isCompanionEvent(value.event);
}

function reportedFault({ pointer, reason, detail }: ReportedFault | LineFault): ReportedFault {
  return { pointer, reason, detail };
}

/** An event without a scope belongs to the environment; a gap belongs to the complete workspace. */
function withScope(value: unknown, environment: LeafChain): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || 'scope' in value) return value;
  const event: { event?: unknown } = value;
  const workspace = { organization_id: environment.organizationId, workspace_id: environment.workspaceId };
  if (event.event === 'coverage_gap') return { ...event, scope: workspace };
  const { applicationId, gatewayId, environmentId } = environment;
  const leaf = { application_id: applicationId, gateway_id: gatewayId, environment_id: environmentId };
  return { ...event, scope: { ...workspace, ...leaf } };
}

/** An event with its dimensions in the form of a line. */
function withDimensions(value: unknown): { readonly value: unknown; readonly droppedTags: number } {
  const stated = typeof value === 'object' && value !== null && 'dimensions' in value ? value.dimensions : undefined;
  if (typeof stated !== 'object' || stated === null || Array.isArray(stated)) return { value, droppedTags: 0 };
  const { dimensions, droppedTags } = normalizeDimensions({ ...stated });
  return { value: { ...(value as object), dimensions }, droppedTags };
}

function isOf({ scope }: TrafficEvent, environment: LeafChain): boolean {
  if (scope.organization_id !== environment.organizationId || scope.workspace_id !== environment.workspaceId)
    return false;
  if (!('environment_id' in scope)) return true;
  return (
    scope.application_id === environment.applicationId &&
    scope.gateway_id === environment.gatewayId &&
    scope.environment_id === environment.environmentId
  );
}

function isForeign({ trace }: LineFault, { workspaceId, organizationId, environmentId }: LeafChain): boolean {
  return (
    (trace.workspaceId ?? workspaceId) !== workspaceId ||
    (trace.organizationId ?? organizationId) !== organizationId ||
    (trace.environmentId ?? environmentId) !== environmentId
  );
}
