import type { CallDecision } from '../../contracts/gateway/decisions/call-decision.ts';
import type { CallDecisionKind } from '../../domain/gateway/decisions/call-decision-kinds.ts';

/** The maximum number of calls, and of characters, that are held for one environment and decision. */
const MAX_CALLS_OF_ONE = 250;
const MAX_CHARACTERS_OF_ONE = 524_288;

/** The maximum number of characters that are held for all environments, about 10,000 calls. */
const MAX_CHARACTERS = 8_388_608;

/** A call that is held in memory, as text so that many readers share one serialization. */
export interface HeldDecision {
  /** The position of the call among all calls that were held since the start; it grows by 1. */
  readonly sequence: number;
  /** The id of its event in a stream. */
  readonly eventId: string;
  readonly environmentId: string;
  readonly decision: CallDecisionKind;
  readonly requestId: string;
  /** Unix milliseconds. */
  readonly endedMs: number;
  readonly skippedBefore: number;
  /** The JSON of a `CallDecision`. */
  readonly text: string;
}

/** The selection of calls; an absent member selects all. */
export interface DecisionSelection {
  readonly environmentId?: string | undefined;
  readonly decision?: CallDecisionKind | undefined;
}

/** The position of a page: the last call before it. */
export type DecisionPosition = Pick<HeldDecision, 'endedMs' | 'requestId'>;

/** The calls after an event of a stream. */
export interface LaterDecisions {
  /** The calls that are held, oldest first. */
  readonly decisions: readonly HeldDecision[];
  /** False if others may have been removed, or if the event is unknown. */
  readonly isComplete: boolean;
}

/** The calls of one environment and decision, oldest first. */
interface Ring {
  readonly environmentId: string;
  readonly decision: CallDecisionKind;
  readonly calls: HeldDecision[];
  characters: number;
  /** The sequence of the last call that was removed; 0 if none was. */
  removed: number;
}

/** True if a call belongs to a selection. */
export function isSelected(
  { environmentId, decision }: Pick<HeldDecision, 'environmentId' | 'decision'>,
  selection: DecisionSelection,
): boolean {
  const isOfEnvironment = selection.environmentId === undefined || selection.environmentId === environmentId;
  return isOfEnvironment && (selection.decision === undefined || selection.decision === decision);
}

/**
 * The last calls of each environment, with a bound on their number and their size. If too many environments have calls,
 * the environment without calls for the longest time is removed.
 */
export class RecentDecisions {
  readonly #id: string;
  /** The rings; the one that got a call last is the last. */
  readonly #rings = new Map<string, Ring>();
  #characters = 0;
  #sequence = 0;
  /** The sequence of the last call of a ring that was removed with all its calls. */
  #removed = 0;

  /** @param id eight hexadecimal digits that no other object has, so that ids of events are unique */
  constructor(id: string) {
    this.#id = id;
  }

  /** The number of characters that are held. */
  get characters(): number {
    return this.#characters;
  }

  /** The id of the last event; a stream with it continues after everything that is held. */
  get lastEventId(): string {
    return `${this.#id}-${this.#sequence}`;
  }

  /** Holds a call, and removes the oldest calls beyond the limits. */
  add(document: CallDecision): HeldDecision {
    this.#sequence += 1;
    const held: HeldDecision = {
      sequence: this.#sequence,
      eventId: this.lastEventId,
      environmentId: document.environment_id,
      decision: document.decision,
      requestId: document.req_id,
      endedMs: Date.parse(document.ended_at),
      skippedBefore: document.skipped_before,
      text: JSON.stringify(document),
    };
    const ring = this.#ringOf(held);
    ring.calls.push(held);
    this.#count(ring, held.text.length);
    while (ring.calls.length > MAX_CALLS_OF_ONE || ring.characters > MAX_CHARACTERS_OF_ONE) this.#shift(ring);
    while (this.#characters > MAX_CHARACTERS) this.#removeFirst();
    return held;
  }

  /** A page of calls, newest first. */
  list(selection: DecisionSelection, after: DecisionPosition | undefined, limit: number): HeldDecision[] {
    return this.#selected(selection)
      .filter((call) => after === undefined || compareEnds(call, after) < 0)
      .sort((one, other) => compareEnds(other, one))
      .slice(0, limit);
  }

  /** The calls after an event. */
  after(selection: DecisionSelection, eventId: string): LaterDecisions {
    const sequence = this.#sequenceOf(eventId);
    if (sequence === undefined) return { decisions: [], isComplete: false };
    const rings = [...this.#rings.values()].filter((ring) => isSelected(ring, selection));
    return {
      decisions: this.#selected(selection)
        .filter((call) => call.sequence > sequence)
        .sort((one, other) => one.sequence - other.sequence),
      isComplete: this.#removed <= sequence && rings.every(({ removed }) => removed <= sequence),
    };
  }

  #sequenceOf(eventId: string): number | undefined {
    const [id, text = ''] = eventId.split('-');
    const sequence = /^\d{1,15}$/.test(text) ? Number(text) : Infinity;
    return id === this.#id && sequence <= this.#sequence ? sequence : undefined;
  }

  #selected(selection: DecisionSelection): HeldDecision[] {
    return [...this.#rings.values()].filter((ring) => isSelected(ring, selection)).flatMap(({ calls }) => calls);
  }

  /** The ring of a call, as the last ring. */
  #ringOf({ environmentId, decision }: HeldDecision): Ring {
    const name = `${decision} ${environmentId}`;
    const ring = this.#rings.get(name) ?? { environmentId, decision, calls: [], characters: 0, removed: 0 };
    this.#rings.delete(name);
    this.#rings.set(name, ring);
    return ring;
  }

  #shift(ring: Ring): void {
    const gone = ring.calls.shift();
    if (gone === undefined) return;
    this.#count(ring, -gone.text.length);
    ring.removed = gone.sequence;
  }

  /** Removes the calls of the environment and decision without a call for the longest time. */
  #removeFirst(): void {
    const first = this.#rings.entries().next();
    if (first.done === true) return;
    const [name, ring] = first.value;
    this.#rings.delete(name);
    this.#characters -= ring.characters;
    this.#removed = Math.max(this.#removed, ring.removed, ring.calls.at(-1)?.sequence ?? 0);
  }

  #count(ring: Ring, characters: number): void {
    ring.characters += characters;
    this.#characters += characters;
  }
}

/** The order of two calls by their ends, and by their ids if they ended in the same millisecond. */
function compareEnds(one: DecisionPosition, other: DecisionPosition): number {
  if (one.endedMs !== other.endedMs) return one.endedMs - other.endedMs;
  if (one.requestId === other.requestId) return 0;
  return one.requestId < other.requestId ? -1 : 1;
}
