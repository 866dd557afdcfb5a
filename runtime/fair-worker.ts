import { ReplacedThread, type ThreadOptions } from './replaced-thread.ts';

/** A piece of work, and the share that it belongs to. */
export interface WorkOrder<Work> {
  readonly work: Work;
  /** The share, such as an environment. Shares take turns, regardless of the number of their waiting items. */
  readonly share: string;
  /** True if no caller waits for the result any more; the work is then not started. */
  readonly isGone: () => boolean;
}

/** The reason for no result: the thread ended, was not ready in time, or no caller waits for it. */
export class WorkerFault extends Error {}

interface Waiting<Work, Result> extends WorkOrder<Work> {
  readonly resolve: (result: Result) => void;
  readonly reject: (fault: WorkerFault) => void;
}

export interface FairWorkerOptions extends ThreadOptions {
  /** The number of items in progress at the same time, each of another share. */
  readonly threads: number;
}

/**
 * A pool of threads for work that would block the serving thread for too long, each with its own heap. Shares take
 * turns, and each share has at most one thread at a time.
 */
export class FairWorker<Work, Result> {
  readonly #threads: readonly ReplacedThread<Work, Result>[];
  readonly #waiting = new Map<string, Waiting<Work, Result>[]>();
  /** The shares with work in progress. */
  readonly #served = new Set<string>();

  constructor({ threads, ...options }: FairWorkerOptions) {
    this.#threads = Array.from({ length: threads }, () => new ReplacedThread<Work, Result>(options));
  }

  /** The number of pieces of work that have not started. */
  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, ofShare) => sum + ofShare.length, 0);
  }

  /**
   * Runs a piece of work when it is the turn of its share.
   * @throws WorkerFault if the work gives no result
   */
  run(order: WorkOrder<Work>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const ofShare = this.#waiting.get(order.share) ?? [];
      ofShare.push({ ...order, resolve, reject });
      this.#waiting.set(order.share, ofShare);
      this.#runNext();
    });
  }

  /** Ends the threads. Call it only when no result is awaited. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #runNext(): void {
    const idle = this.#threads.find(({ isIdle }) => isIdle);
    const next = idle && this.#takeNext();
    if (idle === undefined || next === undefined) return;
    this.#served.add(next.share);
    const over = (settle: () => void): void => {
      this.#served.delete(next.share);
      settle();
      this.#runNext();
    };
    idle.run(next.work, {
      done: (result) => over(() => next.resolve(result)),
      failed: () => over(() => next.reject(new WorkerFault('The thread ended before its work did.'))),
    });
  }

  /** Takes the oldest piece of work of the share whose turn it is. The share then waits behind all others. */
  #takeNext(): Waiting<Work, Result> | undefined {
    for (const [share, ofShare] of this.#waiting) {
      if (this.#served.has(share)) continue;
      this.#waiting.delete(share);
      const next = ofShare.shift();
      if (ofShare.length > 0) this.#waiting.set(share, ofShare);
      if (next === undefined) continue;
      if (!next.isGone()) return next;
      next.reject(new WorkerFault('Nobody waits for it any more.'));
    }
    return undefined;
  }
}
