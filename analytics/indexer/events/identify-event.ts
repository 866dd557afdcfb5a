import type { CostEffect } from '../../../contracts/ingest/events/cost-effect.ts';
import { UNREADABLE_EVENT, parseLineValue } from '../../../contracts/ingest/lines/parse-traffic-line.ts';
import { DefectError } from '../../../domain/kernel/errors.ts';
import { isEventName, type FactEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import type { ColumnValue } from '../../native/column-writer.ts';
import { hashToDigits, hashText, hashRequest, type EventHash } from './event-hash.ts';
import { FACT_COLUMNS, type FactCells, type FactTable } from './fact-rows.ts';
import { AMOUNT_COLUMNS, NO_COLUMN, CONTENT_COLUMNS, GROUPING_COLUMNS, type IdentityKind } from './identity-columns.ts';

/**
 * The identity of an event: its request, its id within the request, and its content. It is stored as long as its fact,
 * and migrations compute it for older facts, so no part of it may change.
 */
export interface EventIdentity {
  readonly request: EventHash;
  readonly event: EventHash;
  readonly content: EventHash;
  /** The group in which the request is counted, for events that can be the first of a request. */
  readonly grouping: EventHash | undefined;
  /** The identity that all cancelled endings of the request share; defined for such an ending only. */
  readonly cancellation: EventHash | undefined;
  /** The change of a price, for a cost effect that moves a price into or out of a state that it can leave. */
  readonly price: PriceChange | undefined;
  /** The names of a call that other requests may report as well. */
  readonly names: CallNameHashes | undefined;
}

/** The change of an attempt's price at one instant, with all members that distinguish amounts. */
export interface PriceChange {
  /** The identity of entering the state. */
  readonly enters?: EventHash;
  /** The identity of entering the state that the price leaves, and the identity of leaving it. */
  readonly leaves?: { readonly entered: EventHash; readonly left: EventHash };
}

/**
 * A name of a call, stored like a request with two events: one for the request that has this name, and one for a
 * request within it.
 */
export interface CallNameHash {
  readonly name: EventHash;
  /** The event for the request that has this name. */
  readonly own: EventHash;
  /** The event for a request that the request with this name encloses. */
  readonly around: EventHash;
}

/** The identities of a call across requests. */
export interface CallNameHashes {
  readonly own: readonly CallNameHash[];
  readonly around: readonly CallNameHash[];
}

/** The identity of a valid event, from the cells of its row. */
export function identifyEvent(event: FactEvent, cells: FactCells): EventIdentity {
  const { workspace_id: workspaceId } = event.scope;
  const request = 'logical_request_id' in event ? event.logical_request_id : '';
  const of = hashRequest(workspaceId, request);
  let text = `${workspaceId}\t${event.event}\t${request}`;
  for (const id of idOf(event)) text += `\t${id}`;
  const itself = hashText(text);
  const content = hashText(contentOf(event, cells));
  const tells = event.event === 'request_admitted' || event.event === 'request_terminal';
  const isCancelled = event.event === 'request_terminal' && event.status === 'cancelled';
  return {
    request: of,
    event: itself,
    content,
    grouping: tells ? groupingHash(cells) : undefined,
    cancellation: isCancelled ? hashText(`${workspaceId}\t${event.event}\t${request}\tcancelled`) : undefined,
    price: event.event === 'cost_effect' ? priceChange(event, cells) : undefined,
    names: callNamesOf(event),
  };
}

/** The group that was hashed last: the ending of a request often follows its admission. */
let placed = { cells: [] as FactCells, hash: hashText('') };

function groupingHash(cells: FactCells): EventHash {
  if (!PLACE.every((index) => cells[index] === placed.cells[index]))
    placed = { cells, hash: hashText(PLACE.map((index) => String(cells[index])).join('\t')) };
  return placed.hash;
}

/**
 * The identity that an unloadable line would have as an event, in decimal digits; undefined if the line does not state
 * it. When an event with this identity arrives, it is no longer missing.
 */
export function identifyFaultyLine(line: string): string | undefined {
  const document = objectIn(line);
  const scope = document?.['scope'];
  // A line that was refused on arrival is represented by a line that states its identity.
  const value = document?.['event'] === UNREADABLE_EVENT ? document['known_by'] : document;
  if (!isObject(value) || !isObject(scope)) return undefined;
  const name = value['event'];
  if (!isEventName(name) || name === 'coverage_gap') return undefined;
  const request = name === 'release_marker' ? '' : value['logical_request_id'];
  const ids = [scope['workspace_id'], name, request, ...idOf(value as unknown as FactEvent)];
  return ids.every((id) => typeof id === 'string' && !UNSAID.has(id))
    ? hashToDigits(hashText(ids.join('\t')))
    : undefined;
}

/** The texts that absent numbers are converted to. */
const UNSAID: ReadonlySet<string> = new Set(['undefined', 'null', 'NaN']);

function objectIn(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = parseLineValue(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The indexes of the columns by which the counts of requests are split, for an admission and for an ending. */
const PLACE = placesOf('request_admissions_v1', GROUPING_COLUMNS);

/** The indexes of a list's columns in a row; -1 for a blank one. */
function placesOf(table: FactTable, columns: readonly string[]): readonly number[] {
  const known: readonly string[] = FACT_COLUMNS[table];
  return columns.map((name) => {
    const index = known.indexOf(name);
    if (index === -1 && name !== NO_COLUMN) throw new DefectError(`The table ${table} has no column ${name}.`);
    return index;
  });
}

/**
 * The id of an event among those of its kind and request. The parts contain no tabs, so different ids have different
 * texts.
 */
function idOf(event: FactEvent): string[] {
  switch (event.event) {
    case 'request_admitted':
    case 'request_terminal':
      return [];
    case 'attempt':
      return [event.attempt_id];
    case 'cost_effect':
      return [event.effect_id];
    case 'feedback_verdict':
      return [event.issuer_ref, event.feedback_id, String(event.revision)];
    // A component may reach another result later; the newest one counts.
    case 'protection_evaluation':
      return [event.component_id, event.phase, String(Date.parse(event.evaluated_at))];
    case 'release_marker':
      return [event.marker_id];
    case 'evaluation_outcome':
      return [event.outcome_id];
  }
}

/** The indexes of the columns that distinguish the amount of a cost effect from others. */
const PRICED = placesOf('cost_effects_v1', AMOUNT_COLUMNS);

/**
 * The change of a price; undefined for adjustments, and for a settlement with a known price, which no transition
 * changes.
 */
function priceChange(event: CostEffect, cells: FactCells): PriceChange | undefined {
  const { price_state: after, previous_price_state: before } = event;
  const isLeavable = after === 'pending' || after === 'unpriced';
  if (!isLeavable && before === undefined) return undefined;
  const priced = PRICED.map((index) => String(cells[index])).join('\t');
  const digest = (change: 'entered' | 'left', state: string): EventHash => hashText(`${change}\t${state}\t${priced}`);
  return {
    ...(isLeavable && { enters: digest('entered', after) }),
    ...(before !== undefined && { leaves: { entered: digest('entered', before), left: digest('left', before) } }),
  };
}

/** The indexes of the content columns in the row of each kind of event. */
const CONTENT: Readonly<Record<IdentityKind, readonly number[]>> = {
  request_admitted: placesOf('request_admissions_v1', CONTENT_COLUMNS.request_admitted),
  request_terminal: placesOf('request_terminals_v1', CONTENT_COLUMNS.request_terminal),
  attempt: placesOf('attempts_v1', CONTENT_COLUMNS.attempt),
  cost_effect: placesOf('cost_effects_v1', CONTENT_COLUMNS.cost_effect),
  cost_effect_by_table: placesOf('cost_effects_v1', CONTENT_COLUMNS.cost_effect_by_table),
  feedback_verdict: placesOf('feedback_verdicts_v1', CONTENT_COLUMNS.feedback_verdict),
  release_marker: placesOf('release_markers_v1', CONTENT_COLUMNS.release_marker),
  protection_evaluation: placesOf('protection_evaluations_v1', CONTENT_COLUMNS.protection_evaluation),
  evaluation_outcome: placesOf('outcomes_v1', CONTENT_COLUMNS.evaluation_outcome),
};

/**
 * The content of an event that the facts store, equal for any form of its line. Empty cells at the end are omitted, so
 * a column that is later appended to the list changes nothing for events without it.
 */
function contentOf(event: FactEvent, cells: FactCells): string {
  const isPricedByTable = event.event === 'cost_effect' && event.price_revision !== undefined;
  const places = CONTENT[isPricedByTable ? 'cost_effect_by_table' : event.event];
  let text = '';
  let waiting = '';
  for (let index = 0; index < places.length; index += 1) {
    if (index > 0) waiting += '\t';
    const cell = cells[places[index] ?? -1];
    if (cell === undefined || isEmpty(cell)) continue;
    text += waiting + String(cell);
    waiting = '';
  }
  return text;
}

function isEmpty(cell: ColumnValue): boolean {
  return cell === null || cell === false || cell === '';
}

/** The names that an event states for its call; undefined if it states none. */
function callNamesOf(event: FactEvent): CallNameHashes | undefined {
  if (!('call_names' in event)) return undefined;
  const { own, around } = event.call_names;
  const { workspace_id: workspaceId } = event.scope;
  return {
    own: own.map((name) => hashesOf(workspaceId, name)),
    around: around.map((name) => hashesOf(workspaceId, name)),
  };
}

/** The hashes of a name. Request ids contain no tab, so no name collides with one. */
function hashesOf(workspaceId: string, name: string): CallNameHash {
  return {
    name: hashRequest(workspaceId, `\tcall\t${name}`),
    own: hashText(`${workspaceId}\tcall\town\t${name}`),
    around: hashText(`${workspaceId}\tcall\taround\t${name}`),
  };
}
