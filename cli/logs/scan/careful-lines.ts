import { ENDED_CALL_START } from '../../../contracts/ingest/calls/ended-call.ts';
import { REFUSED_CALLS_START } from '../../../contracts/ingest/calls/refused-calls.ts';
import { parseTrafficLine } from '../../../contracts/ingest/lines/parse-traffic-line.ts';
import type { TrafficEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import type { CallCounter } from '../groups/call-counter.ts';
import { eventsOfLine } from '../events-of-line.ts';
import { CallJoin, callKey, isCallEvent, OF_GATEWAY, type CallEvent } from '../join-calls.ts';
import type { SkippedLines } from '../skipped-lines.ts';
import type { AdmissionLine, OpenRequests } from './open-requests.ts';
import { MAX_ID_BYTES } from './scan-line.ts';

/** An event of a call whose other events are in another part of the log. */
export interface LooseEvent {
  readonly event: CallEvent;
  readonly offset: number;
}

/** The most loose events of a part. A part with more is read again after the parts before it. */
const MAX_LOOSE = 20_000;

interface CarefulParts {
  readonly counter: CallCounter;
  readonly open: OpenRequests;
  readonly skipped: SkippedLines;
  /** True if the lines are a part of a log, so that calls can begin before it and end after it. */
  readonly isPart: boolean;
  /** Receives the key of each call whose line was counted. */
  readonly onEnding: (key: string) => void;
}

/** Reads the lines that the scanner does not accept, by the rules of the format, and counts their calls. */
export class CarefulLines {
  readonly #parts: CarefulParts;
  readonly #join = new CallJoin();
  readonly #loose: LooseEvent[] = [];

  constructor(parts: CarefulParts) {
    this.#parts = parts;
  }

  /** True if the part has too many loose events to be counted by itself. */
  get isOverfull(): boolean {
    return this.#loose.length > MAX_LOOSE;
  }

  /** Reads a line. @param block the bytes in which the line starts, for lines of admissions */
  read(block: Buffer, start: number, end: number, { offset, isTorn }: { offset: number; isTorn: boolean }): void {
    const { open, skipped } = this.#parts;
    const line = block.toString('utf8', start, end);
    const events = eventsOfLine(line, isTorn, skipped);
    if (line.startsWith(REFUSED_CALLS_START) || line.startsWith(ENDED_CALL_START)) {
      this.#readCalls(events, offset, block);
      return;
    }
    for (const event of events) {
      if (!isCallEvent(event)) continue;
      const id = event.logical_request_id;
      if (event.event === 'request_admitted' && isScannable(id)) {
        open.add(id, start, end, offset);
      } else if (this.add(event, offset, block) === 'late_event') skipped.add('late_event');
    }
  }

  /** Adds an event of a call whose events stand in separate lines. */
  add(event: CallEvent, offset: number, block: Buffer): 'late_event' | undefined {
    const admission = this.#parts.open.take(event.logical_request_id, block);
    if (admission !== undefined) this.addAdmission(admission);
    if (this.#parts.isPart && event.event === 'request_terminal' && !this.#join.hasAdmission(event)) {
      this.#loose.push(...this.#join.take(event).map((each) => ({ event: each, offset })), { event, offset });
      return undefined;
    }
    const call = this.#join.add(event, { file: '', offset });
    if (call === 'late_event') {
      if (!this.#parts.isPart) return 'late_event';
      this.#loose.push({ event, offset });
    } else if (call !== undefined) this.#parts.counter.add(call);
    return undefined;
  }

  /** Adds an admission that the scanner or this reader has accepted. */
  addAdmission({ line, offset }: AdmissionLine): void {
    const { event } = parseTrafficLine(line);
    if (event?.event !== 'request_admitted') return;
    const call = this.#join.add(event, { file: '', offset });
    if (call !== undefined && call !== 'late_event') this.#parts.counter.add(call);
  }

  /** Closes a call whose ending was counted. @param key its `callKey` */
  close(key: string): void {
    this.#join.close(key);
  }

  /** Counts the calls that have no ending. */
  countRest(): void {
    for (const call of this.#join.rest()) this.#parts.counter.add(call);
  }

  /** The events of calls that begin before the part or end after it, in their order. */
  takeLoose(): LooseEvent[] {
    return [...this.#loose, ...this.#join.takeAll()];
  }

  /** Reads the calls of a line that contains all of their events. */
  #readCalls(events: readonly TrafficEvent[], offset: number, block: Buffer): void {
    const ofLine = new CallJoin();
    const calls = events.filter(isCallEvent);
    const terminal = calls.at(-1);
    // The endings of earlier gateways state no dimensions, so they need their admission.
    const isWhole = terminal?.event === 'request_terminal' && terminal.dimensions !== undefined;
    for (const event of calls) {
      if (!isWhole && calls[0]?.event !== 'request_admitted') {
        if (this.add(event, offset, block) === 'late_event') this.#parts.skipped.add('late_event');
        continue;
      }
      const call = ofLine.add(event, { file: '', offset });
      if (call === undefined || call === 'late_event') continue;
      this.#parts.counter.add(call);
      if (calls[0]?.event !== 'request_admitted') this.#parts.onEnding(callKey(event));
    }
    for (const call of ofLine.rest()) this.#parts.counter.add(call);
  }
}

function isScannable(requestId: string): boolean {
  return (
    requestId.startsWith(OF_GATEWAY) &&
    requestId.length <= MAX_ID_BYTES &&
    Buffer.byteLength(requestId) === requestId.length
  );
}
