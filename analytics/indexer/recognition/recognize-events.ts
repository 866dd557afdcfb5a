import { toLineTrace } from '../../../contracts/ingest/lines/line-trace.ts';
import type { BatchInPlanning, ReplacedEnding } from '../../../store/ingest/planning/batch-plan.ts';
import type { AnalyticsClient } from '../../analytics-client.ts';
import type { EventHash } from '../events/event-hash.ts';
import type { EventIdentity } from '../events/identify-event.ts';
import type { FactLine, FaultyLine, ReadBatch } from '../events/read-batch.ts';
import { findReplacedEndings, type Replacement } from './find-replaced-endings.ts';
import { findKnownChanges, findKnownEvents, type KnownChange, type KnownEvent } from './known-events.ts';
import type { KnownRequests } from './known-requests.ts';
import { PriceStates } from './price-states.ts';

/** The sources of the earlier events. */
export interface EarlierEventSources {
  readonly clickhouse: AnalyticsClient;
  readonly knownRequests: KnownRequests;
}

/** A batch whose events are compared with earlier ones. */
export interface RecognizedBatch {
  /** The read batch, in which the lines that contradict earlier events are quarantined. */
  readonly read: ReadBatch;
  /** The lines whose events are new. */
  readonly fresh: readonly FactLine[];
  /** Positions of the lines whose events change nothing. */
  readonly repeated: ReadonlySet<number>;
  /** Positions of the admissions that follow the ending of their request. */
  readonly late: ReadonlySet<number>;
  /** Positions of the endings that are the first event of their request. */
  readonly opening: ReadonlySet<number>;
  /** The endings that cancellations of the batch replace. */
  readonly replaced: readonly ReplacedEnding[];
}

/**
 * Distinguishes new events from earlier ones, in the batch itself or in a planned one. The first event counts. An equal
 * one is a repetition, and one with other content is quarantined. So is a change of a price that is not in the state in
 * which the change begins.
 *
 * @throws Refusal `dependency_unavailable` while an ending that a cancellation replaces is not loaded
 */
export async function recognizeEvents(
  { clickhouse, knownRequests }: EarlierEventSources,
  batch: BatchInPlanning,
  read: ReadBatch,
): Promise<RecognizedBatch> {
  const { inOrder, leaving } = pricesLast(read.facts);
  const { known, changes } = await plannedBefore({ clickhouse, knownRequests }, batch, read.facts, leaving);
  const earlier = new EarlierEvents(batch.batchId, known);
  const prices = new PriceStates(changes);
  const aside = new Set<FactLine>();
  const fresh: FactLine[] = [];
  const faulty: FaultyLine[] = [...read.faulty];
  const repeated = new Set<number>();
  const [late, opening] = [new Set<number>(), new Set<number>()];
  const replacements: Replacement[] = [];
  for (const line of inOrder) {
    const { index, event, identity } = line;
    const is = recognize(line, earlier, prices);
    if ('conflict' in is || is.standing === 'unsettled') {
      faulty.push(setAside(line, is, batch));
      aside.add(line);
      continue;
    }
    if (is.standing === 'repeated') {
      repeated.add(index);
      continue;
    }
    fresh.push(line);
    prices.note(identity);
    if (is.replaces) replacements.push({ cancellation: line, ending: is.replaces });
    else earlier.note(identity.event, identity.content, line);
    noteNames(identity, earlier);
    const { cancellation, grouping } = identity;
    if (cancellation !== undefined) earlier.note(cancellation, identity.content);
    if (grouping === undefined) continue;
    const isKnown = earlier.contentOf(identity.request) !== undefined;
    if (!isKnown) earlier.note(identity.request, grouping);
    if (isKnown && event.event === 'request_admitted') late.add(index);
    if (!isKnown && event.event === 'request_terminal') opening.add(index);
  }
  const replaced = await findReplacedEndings(clickhouse, batch, replacements);
  const facts = read.facts.filter((line) => !aside.has(line));
  return { read: { ...read, facts, faulty }, fresh, repeated, late, opening, replaced };
}

/** The origin of an event: its batch, and its line if the batch is the one in planning. */
export interface EventOrigin {
  readonly batchId: bigint;
  readonly line?: FactLine;
}

/** The first content of each event, from planned batches and the one in planning. */
class EarlierEvents {
  readonly #batchId: bigint;
  readonly #planned = new Map<EventHash, KnownEvent>();
  /** The contents alone: an object for each of a hundred thousand events would take most of the memory used here. */
  readonly #here = new Map<EventHash, EventHash>();
  readonly #endings = new Map<EventHash, FactLine>();

  /** @param planned the planned events, the earliest first */
  constructor(batchId: bigint, planned: readonly KnownEvent[]) {
    this.#batchId = batchId;
    for (const known of planned) if (!this.#planned.has(known.event)) this.#planned.set(known.event, known);
  }

  contentOf(event: EventHash): EventHash | undefined {
    return this.#here.get(event) ?? this.#planned.get(event)?.content;
  }

  /** The origin of the first event with an identity. */
  originOf(event: EventHash): EventOrigin {
    const planned = this.#planned.get(event);
    if (planned !== undefined) return { batchId: planned.batchId };
    const line = this.#endings.get(event);
    return { batchId: this.#batchId, ...(line !== undefined && { line }) };
  }

  note(event: EventHash, content: EventHash, line?: FactLine): void {
    this.#here.set(event, content);
    if (line?.event.event === 'request_terminal') this.#endings.set(event, line);
  }
}

/** The relation of an event to earlier ones. */
type Recognized =
  | { readonly standing: 'fresh'; readonly replaces?: EventOrigin }
  | { readonly standing: 'repeated' }
  | SetAside;

type SetAside = { readonly standing: 'unsettled' } | { readonly conflict: string; readonly with: EventOrigin };

/**
 * The relation of a line to earlier events. The first event of a request determines the group in which it is counted,
 * so admission and ending must agree. A request has one ending: the first one, or the first cancellation. A price can
 * only leave a state that it is in.
 */
function recognize({ event, identity }: FactLine, earlier: EarlierEvents, prices: PriceStates): Recognized {
  if (isNamedAlready(identity, earlier)) return { standing: 'repeated' };
  const opened = identity.grouping === undefined ? undefined : earlier.contentOf(identity.request);
  if (opened !== undefined && opened !== identity.grouping) {
    return {
      conflict: 'Its request arrived before with another environment, purpose, release, input size or admitted_at',
      with: earlier.originOf(identity.request),
    };
  }
  const before = earlier.contentOf(identity.event);
  if (before === undefined) {
    const leaves = identity.price?.leaves;
    return leaves === undefined || prices.isIn(leaves) ? FRESH : { standing: 'unsettled' };
  }
  if (before === identity.content) return { standing: 'repeated' };
  if (event.event !== 'request_terminal') {
    const conflict = `A ${event.event} with this id arrived before with other content`;
    return { conflict, with: earlier.originOf(identity.event) };
  }
  const { cancellation } = identity;
  if (cancellation === undefined || earlier.contentOf(cancellation) !== undefined) return { standing: 'repeated' };
  return { standing: 'fresh', replaces: earlier.originOf(identity.event) };
}

/**
 * True if an earlier request reports the same call: the two share a name, or one encloses the other. Two requests
 * within the same enclosing one are two calls.
 */
function isNamedAlready({ request, names }: EventIdentity, earlier: EarlierEvents): boolean {
  if (names === undefined) return false;
  const isOthers = (known: EventHash): boolean => (earlier.contentOf(known) ?? request) !== request;
  return (
    names.own.some(({ own, around }) => isOthers(own) || isOthers(around)) ||
    names.around.some(({ own }) => isOthers(own))
  );
}

/** Assigns the names of a call to its request, unless an earlier request has them. */
function noteNames({ request, names }: EventIdentity, earlier: EarlierEvents): void {
  if (names === undefined) return;
  for (const { own } of names.own) noteFirst(own, request, earlier);
  for (const { around } of names.around) noteFirst(around, request, earlier);
}

function noteFirst(known: EventHash, request: EventHash, earlier: EarlierEvents): void {
  if (earlier.contentOf(known) === undefined) earlier.note(known, request);
}

const FRESH: Recognized = { standing: 'fresh' };

/**
 * The events of planned batches on which some lines depend, the earliest first.
 * @param leaving the lines whose prices leave a state
 */
async function plannedBefore(
  { clickhouse, knownRequests }: EarlierEventSources,
  batch: BatchInPlanning,
  facts: readonly FactLine[],
  leaving: readonly FactLine[],
): Promise<{ readonly known: readonly KnownEvent[]; readonly changes: readonly KnownChange[] }> {
  const eventsOf = async (): Promise<KnownEvent[]> =>
    findKnownEvents(clickhouse, facts, await knownRequests.among(batch, facts));
  const [known, changes] = await Promise.all([eventsOf(), findKnownChanges(clickhouse, leaving)]);
  const planned = await batch.planned([...new Set([...known, ...changes].map(({ batchId }) => batchId))]);
  const isPlanned = ({ batchId }: { readonly batchId: bigint }): boolean => planned.has(batchId);
  return { known: known.filter(isPlanned), changes: changes.filter(isPlanned) };
}

/**
 * The facts with transitions at the end, and transitions of unpriced prices after those of pending ones. The lines of a
 * batch then yield the same price in any order.
 */
function pricesLast(facts: readonly FactLine[]): Record<'inOrder' | 'leaving', readonly FactLine[]> {
  const isLeaving = ({ identity }: FactLine): boolean => identity.price?.leaves !== undefined;
  const leaving = facts.filter(isLeaving);
  if (leaving.length === 0) return { inOrder: facts, leaving };
  const isPending = ({ event }: FactLine): boolean =>
    event.event === 'cost_effect' && event.previous_price_state === 'pending';
  const inOrder = facts
    .filter((line) => !isLeaving(line))
    .concat(leaving.filter(isPending))
    .concat(leaving.filter((line) => !isPending(line)));
  return { inOrder, leaving };
}

const UNSETTLED =
  'The transition leaves a state that the price does not have. No earlier event with the same attempt, occurred_at, ' +
  'provider, model, connection and dimensions put the price into this state, or the price has already left it.';

function setAside({ index, line, event }: FactLine, is: SetAside, batch: BatchInPlanning): FaultyLine {
  const aside = { index, line, pointer: '', trace: toLineTrace({ ...event }) };
  if ('standing' in is) return { ...aside, reason: is.standing, detail: UNSETTLED };
  const where = is.with.batchId === batch.batchId ? 'this batch' : `batch ${is.with.batchId}`;
  return { ...aside, reason: 'conflicting', detail: `${is.conflict}, in ${where}.` };
}
