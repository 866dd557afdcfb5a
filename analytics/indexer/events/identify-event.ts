import type { CostEffect } from '../../../contracts/ingest/events/cost-effect.ts';
import { SET_ASIDE_EVENT, valueOfLine } from '../../../contracts/ingest/lines/parse-traffic-line.ts';
import { isEventName, type FactEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import type { Cell } from '../../native/column-writer.ts';
import { digitsOf, hashOf, requestHashOf, type EventHash } from './event-hash.ts';
import { FACT_COLUMNS, type FactCells } from './fact-rows.ts';

/**
 * What an event is known by: its request, itself within it, and what it says.
 * Kept for as long as its fact, and computed of older facts by the migrations: none of it may change.
 */
export interface EventIdentity {
  readonly request: EventHash;
  readonly event: EventHash;
  readonly content: EventHash;
  /** Of what can tell of a request first: where the request is counted. */
  readonly place: EventHash | undefined;
  /** Of an ending as cancelled: what every such ending of the request is known by. */
  readonly cancellation: EventHash | undefined;
  /** Of a cost that brings a price into a state that it can leave, or out of one. */
  readonly price: PriceChange | undefined;
  /** The names of a call that other requests may report as well. */
  readonly names: CallNameHashes | undefined;
}

/** What is known of the price of one attempt at one instant, with all that amounts are told apart by. */
export interface PriceChange {
  /** What entering the state is known by. */
  readonly enters?: EventHash;
  /** What entering the state is known by that is left, and what leaving it is known by. */
  readonly leaves?: { readonly entered: EventHash; readonly left: EventHash };
}

/** A name of a call, stored like a request with two events: the request that has this name, and a request that it encloses. */
export interface CallNameHash {
  readonly name: EventHash;
  /** The event of the request that has this name. */
  readonly own: EventHash;
  /** The event of a request that is enclosed by the one with this name. */
  readonly around: EventHash;
}

/** What a call is known by across requests. */
export interface CallNameHashes {
  readonly own: readonly CallNameHash[];
  readonly around: readonly CallNameHash[];
}

/** Of a valid event and the cells of the row that it becomes. */
export function identifyEvent(event: FactEvent, cells: FactCells): EventIdentity {
  const { workspace_id: workspaceId } = event.scope;
  const request = 'logical_request_id' in event ? event.logical_request_id : '';
  const of = requestHashOf(workspaceId, request);
  let text = `${workspaceId}\t${event.event}\t${request}`;
  for (const id of idOf(event)) text += `\t${id}`;
  const itself = hashOf(text);
  const content = hashOf(contentOf(saidBy(event, cells)));
  const tells = event.event === 'request_admitted' || event.event === 'request_terminal';
  const isCancelled = event.event === 'request_terminal' && event.status === 'cancelled';
  return {
    request: of,
    event: itself,
    content,
    place: tells ? placeHash(cells) : undefined,
    cancellation: isCancelled ? hashOf(`${workspaceId}\t${event.event}\t${request}\tcancelled`) : undefined,
    price: event.event === 'cost_effect' ? priceChange(event, cells) : undefined,
    names: callNamesOf(event),
  };
}

/** The last one: the ending of a request often follows its admission. */
let placed = { cells: [] as FactCells, hash: hashOf('') };

function placeHash(cells: FactCells): EventHash {
  if (!PLACE.every((index) => cells[index] === placed.cells[index]))
    placed = { cells, hash: hashOf(PLACE.map((index) => String(cells[index])).join('\t')) };
  return placed.hash;
}

/**
 * What a line that cannot be loaded would be known by as an event, in decimal digits; undefined where it does not say. Once an
 * event of this identity comes in, it is not missing any more.
 */
export function identifyFaultyLine(line: string): string | undefined {
  const said = objectIn(line);
  const scope = said?.['scope'];
  // A line that was refused on arrival is represented by a line that says so.
  const value = said?.['event'] === SET_ASIDE_EVENT ? said['known_by'] : said;
  if (!isObject(value) || !isObject(scope)) return undefined;
  const name = value['event'];
  if (!isEventName(name) || name === 'coverage_gap') return undefined;
  const request = name === 'release_marker' ? '' : value['logical_request_id'];
  const ids = [scope['workspace_id'], name, request, ...idOf(value as unknown as FactEvent)];
  return ids.every((id) => typeof id === 'string' && !UNSAID.has(id)) ? digitsOf(hashOf(ids.join('\t'))) : undefined;
}

/** What becomes of numbers that are not there. */
const UNSAID: ReadonlySet<string> = new Set(['undefined', 'null', 'NaN']);

function objectIn(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = valueOfLine(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Where an admission, and an ending, has what the counts of requests are told apart by. */
const PLACE = (['environment_id', 'purpose', 'release_id', 'input_size_bucket', 'admitted_at'] as const).map((name) =>
  FACT_COLUMNS.request_admissions_v1.indexOf(name),
);

/** What tells an event from others of its kind and request. Texts hold no tabs, so that no two ids are written alike. */
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
    // A component may come to another result later; the newest counts.
    case 'protection_evaluation':
      return [event.component_id, event.phase, String(Date.parse(event.evaluated_at))];
    case 'release_marker':
      return [event.marker_id];
    case 'evaluation_outcome':
      return [event.outcome_id];
  }
}

/** What a table of prices decides of a cost. */
const OF_PRICE: ReadonlySet<string> = new Set([
  ...['nanos', 'priced', 'pending', 'unpriced', 'estimated', 'estimate_unknown', 'adjustments'],
  ...['unpriced_reason', 'price_basis'],
]);
/** Whether it decides the column, by its place: every cell of every cost is asked. */
const IS_OF_PRICE = FACT_COLUMNS.cost_effects_v1.map((name) => OF_PRICE.has(name));

/** Where a cost has what amounts are told apart by: everything but its id, its trace and the price. */
const PRICED = FACT_COLUMNS.cost_effects_v1.flatMap((name, index) =>
  name === 'effect_id' || name === 'effect_kind' || name === 'trace_id' || IS_OF_PRICE[index] === true ? [] : [index],
);

/** Undefined for what is settled with a known price, which no transition changes, and for adjustments. */
function priceChange(event: CostEffect, cells: FactCells): PriceChange | undefined {
  const { price_state: after, previous_price_state: before } = event;
  const isLeavable = after === 'pending' || after === 'unpriced';
  if (!isLeavable && before === undefined) return undefined;
  const priced = PRICED.map((index) => String(cells[index])).join('\t');
  const digest = (change: 'entered' | 'left', state: string): EventHash => hashOf(`${change}\t${state}\t${priced}`);
  return {
    ...(isLeavable && { enters: digest('entered', after) }),
    ...(before !== undefined && { leaves: { entered: digest('entered', before), left: digest('left', before) } }),
  };
}

/** Where an outcome has what was looked up for it, and who sent it: its request and a credential may be others when it is sent again. */
const ADDED = FACT_COLUMNS.outcomes_v1.indexOf('actor');

/** The cells without what their source never said: a newer table may know another price when the same event comes again. */
function saidBy(event: FactEvent, cells: FactCells): FactCells {
  // Whether its source said that it does not stream, or nothing of it, tells no two events apart: rows from before know no difference.
  if ((event.event === 'request_admitted' || event.event === 'request_terminal') && event.streaming === undefined)
    return cells.slice(0, -1);
  if (event.event === 'evaluation_outcome') return cells.map((cell, index) => (index <= ADDED ? '' : cell));
  if (event.event !== 'cost_effect' || event.price_revision === undefined) return cells;
  return cells.map((cell, index) => (IS_OF_PRICE[index] === true ? '' : cell));
}

/**
 * What the facts keep of an event, however its line was written. Empty cells at the end are left out: a column that joins
 * a row later, as its last, changes nothing of events that do not name it.
 */
function contentOf(cells: FactCells): string {
  let end = cells.length;
  while (end > 0 && isEmpty(cells[end - 1])) end -= 1;
  return cells
    .slice(0, end)
    .map((cell) => (isEmpty(cell) ? '' : cell))
    .join('\t');
}

function isEmpty(cell: Cell | undefined): boolean {
  return cell === null || cell === false || cell === '';
}

/** The names that an event has of its call; undefined for one that has none. */
function callNamesOf(event: FactEvent): CallNameHashes | undefined {
  if (!('call_names' in event)) return undefined;
  const { own, around } = event.call_names;
  const { workspace_id: workspaceId } = event.scope;
  return {
    own: own.map((name) => hashesOf(workspaceId, name)),
    around: around.map((name) => hashesOf(workspaceId, name)),
  };
}

/** No id of a request holds a tab, so that no name is taken for one. */
function hashesOf(workspaceId: string, name: string): CallNameHash {
  return {
    name: requestHashOf(workspaceId, `\tcall\t${name}`),
    own: hashOf(`${workspaceId}\tcall\town\t${name}`),
    around: hashOf(`${workspaceId}\tcall\taround\t${name}`),
  };
}
