import { CancellationScope, CancelledFailure, condition, sleep } from '@temporalio/workflow';
import { MAX_CALL_TRIES, MAX_RATE_LIMIT_WAIT_MS, type CallStatus } from '../../domain/comparisons/run-work.ts';
import { backoffSeconds } from '../../domain/reports/report-run.ts';
import { workflowTimeMs } from '../workflow-time-ms.ts';

/** The view of operators on the calls of a run. */
export interface CallDisplay {
  putOff(connectionId: string, fault: string, waitMs: number): void;
  busy(connectionId: string): void;
  ended(status: Extract<CallStatus, { kind: 'ended' }>): void;
}

/** A call to make, with the connection whose calls in flight are bounded. */
interface LaneWork {
  readonly connectionId: string;
}

/** One try of a call. */
export interface CallTry {
  readonly number: number;
  readonly isLastTry: boolean;
  readonly hasCompany: boolean;
}

type Call<Work> = (work: Work, attempt: CallTry) => Promise<CallStatus>;

/** The calls that go to one connection. */
interface Lane<Work> {
  readonly connectionId: string;
  readonly waiting: Work[];
  /** The time before which nothing is sent, as the provider asked, in milliseconds since the epoch. */
  pausedUntil: number;
}

/**
 * Makes all calls in their order, at most `inHand` at a time on each connection, until none is left or the run stops.
 * If a provider limits its rate, its connection waits as long as the provider asks.
 * @throws CancelledFailure if the workflow is cancelled: no further call begins, and it is thrown after the calls in
 * flight have ended
 */
export async function makeCalls<Work extends LaneWork>(
  work: readonly Work[],
  call: Call<Work>,
  { inHand, display }: { readonly inHand: number; readonly display: CallDisplay },
): Promise<void> {
  const lanes = lanesOf(work);
  const crew = new Crew(call, display);
  const hands = lanes.flatMap((lane) =>
    Array.from({ length: Math.min(inHand, lane.waiting.length) }, () => crew.workOn(lane)),
  );
  const outcomes = await Promise.allSettled(hands);
  if (CancellationScope.current().consideredCancelled) throw new CancelledFailure('The run was cancelled.');
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

function lanesOf<Work extends LaneWork>(work: readonly Work[]): Lane<Work>[] {
  const lanes = new Map<string, Lane<Work>>();
  for (const one of work) {
    const lane = lanes.get(one.connectionId) ?? { connectionId: one.connectionId, waiting: [], pausedUntil: 0 };
    lane.waiting.push(one);
    lanes.set(one.connectionId, lane);
  }
  return [...lanes.values()];
}

/** All callers of one run, with the state that they share. */
class Crew<Work> {
  readonly #call: Call<Work>;
  readonly #display: CallDisplay;
  #out = 0;
  #ended = 0;
  #isStopped = false;

  constructor(call: Call<Work>, display: CallDisplay) {
    this.#call = call;
    this.#display = display;
  }

  async workOn(lane: Lane<Work>): Promise<void> {
    for (let work = this.#next(lane); work !== undefined; work = this.#next(lane)) await this.#carry(work, lane);
  }

  #next(lane: Lane<Work>): Work | undefined {
    return this.#isOver() ? undefined : lane.waiting.shift();
  }

  #isOver(): boolean {
    return this.#isStopped || CancellationScope.current().consideredCancelled;
  }

  /** Retries one call until it ends or the run stops. */
  async #carry(work: Work, lane: Lane<Work>): Promise<void> {
    let failures = 0;
    let limits = 0;
    let limitedMs = 0;
    for (let number = 1; ; number += 1) {
      await this.#untilOpen(lane);
      if (this.#isOver()) return;
      const isLastTry = failures >= MAX_CALL_TRIES - 1 || limitedMs >= MAX_RATE_LIMIT_WAIT_MS;
      const seen = this.#ended;
      const status = await this.#tryOnce(work, { number, isLastTry, hasCompany: this.#out > 0 });
      if (status.kind === 'stopped') this.#isStopped = true;
      if (status.kind === 'stopped' || status.kind === 'ended') return;
      if (status.kind === 'busy') {
        this.#display.busy(lane.connectionId);
        continue;
      }
      if (status.kind === 'no_room') {
        await condition(() => this.#ended > seen || this.#out === 0);
        continue;
      }
      const { fault, afterMs } = status;
      if (fault !== 'rate_limited') failures += 1;
      else limits += 1;
      const waitMs = afterMs ?? backoffSeconds(fault === 'rate_limited' ? limits : failures) * 1_000;
      if (fault !== 'rate_limited') {
        this.#display.putOff(lane.connectionId, fault, waitMs);
        await sleep(waitMs, { summary: `${fault}: wait before the next attempt of a call` });
        continue;
      }
      limitedMs += waitMs;
      lane.pausedUntil = Math.max(lane.pausedUntil, workflowTimeMs() + waitMs);
      this.#display.putOff(lane.connectionId, fault, waitMs);
    }
  }

  async #tryOnce(work: Work, attempt: CallTry): Promise<CallStatus> {
    this.#out += 1;
    try {
      const status = await this.#call(work, attempt);
      if (status.kind === 'ended') {
        this.#ended += 1;
        this.#display.ended(status);
      }
      return status;
    } finally {
      this.#out -= 1;
    }
  }

  async #untilOpen(lane: Lane<Work>): Promise<void> {
    while (lane.pausedUntil > workflowTimeMs()) {
      const seconds = Math.ceil((lane.pausedUntil - workflowTimeMs()) / 1_000);
      await sleep(lane.pausedUntil - workflowTimeMs(), {
        summary: `rate_limited: the provider requires a pause of ${seconds} s`,
      });
    }
  }
}
