import { ReplacedThread, type ThreadOptions } from './replaced-thread.ts';

/** A piece of work, and who has it done. */
export interface WorkOrder<Work> {
  readonly work: Work;
  /** The share of the worker. Shares take turns, for any number of waiting items. */
  readonly share: string;
  /** True once nobody waits for it: it is then not begun. */
  readonly isGone: () => boolean;
}

/** The reason for no result: the thread ended, was not ready in time, or nobody waits for it. */
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
 * Threads that do what would stop the serving thread for too long, each with a heap of its own. Those who share them
 * take turns, and nobody has more than one of them at a time.
 */
export class FairWorker<Work, Result> {
  readonly #threads: readonly ReplacedThread<Work, Result>[];
  readonly #waiting = new Map<string, Waiting<Work, Result>[]>();
  /** Shares whose work is being done. */
  readonly #served = new Set<string>();

  constructor({ threads, ...options }: FairWorkerOptions) {
    this.#threads = Array.from({ length: threads }, () => new ReplacedThread<Work, Result>(options));
  }

  /** Pieces of work that are not begun. */
  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, ofShare) => sum + ofShare.length, 0);
  }

  /** @throws WorkerFault for work that is not done */
  run(order: WorkOrder<Work>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const ofShare = this.#waiting.get(order.share) ?? [];
      ofShare.push({ ...order, resolve, reject });
      this.#waiting.set(order.share, ofShare);
      this.#runNext();
    });
  }

  /** Ends the threads, once nobody waits for them any more. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #runNext(): void {
    const idle = this.#threads.find(({ isIdle }) => isIdle);
    const next = idle && this.#takeNext();
    if (idle === undefined || next === undefined) return;
    this.#served.add(next.share);
    const over = (tell: () => void): void => {
      this.#served.delete(next.share);
      tell();
      this.#runNext();
    };
    idle.run(next.work, {
      done: (result) => over(() => next.resolve(result)),
      failed: () => over(() => next.reject(new WorkerFault('The thread ended before its work did.'))),
    });
  }

  /** The oldest of the share whose turn it is, which then waits behind all others. */
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
