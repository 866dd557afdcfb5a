import { Worker, type WorkerOptions } from 'node:worker_threads';

/** A piece of work, and who has it done. */
export interface WorkOrder<Work> {
  readonly work: Work;
  /** Those who share the worker take turns, whatever each of them has waiting. */
  readonly share: string;
  /** Whether nobody waits for it any more: it is not begun then. */
  readonly isGone: () => boolean;
}

/** Why there is no result: the worker ended, was not ready in time, or nobody waits for it. */
export class WorkerFault extends Error {}

interface Waiting<Work, Result> extends WorkOrder<Work> {
  readonly resolve: (result: Result) => void;
  readonly reject: (fault: WorkerFault) => void;
}

export interface FairWorkerOptions {
  /** The file of the program that the thread runs. It answers each message with one message. */
  readonly program: string;
  /** A thread that takes longer for one piece of work is replaced. */
  readonly mostMs: number;
  /** A thread that needs more memory ends, and its piece of work with it. */
  readonly memory: WorkerOptions['resourceLimits'];
}

/**
 * A thread that does what would stop the serving thread for too long, with a heap of its own. It does one piece of work at a time, and those who
 * share it take turns. It starts with the first piece of work, and is replaced after one that ends it.
 */
export class FairWorker<Work, Result> {
  readonly #options: FairWorkerOptions;
  readonly #waiting = new Map<string, Waiting<Work, Result>[]>();
  #thread: Worker | undefined;
  #current: Waiting<Work, Result> | undefined;
  #late: NodeJS.Timeout | undefined;

  constructor(options: FairWorkerOptions) {
    this.#options = options;
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

  /** Ends the thread, once nobody waits for it any more. */
  async close(): Promise<void> {
    clearTimeout(this.#late);
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }

  #runNext(): void {
    if (this.#current !== undefined) return;
    const next = this.#takeNext();
    if (next === undefined) return;
    this.#current = next;
    this.#late = setTimeout(() => this.#replace(), this.#options.mostMs).unref();
    this.#thread ??= this.#start();
    this.#thread.postMessage(next.work);
  }

  /** The oldest of the share whose turn it is, which then waits behind all others. */
  #takeNext(): Waiting<Work, Result> | undefined {
    for (const [share, ofShare] of this.#waiting) {
      this.#waiting.delete(share);
      const next = ofShare.shift();
      if (ofShare.length > 0) this.#waiting.set(share, ofShare);
      if (next === undefined) continue;
      if (!next.isGone()) return next;
      next.reject(new WorkerFault('Nobody waits for it any more.'));
    }
    return undefined;
  }

  #start(): Worker {
    const thread = new Worker(this.#options.program, { resourceLimits: this.#options.memory });
    thread.on('message', (result: Result) => {
      if (this.#thread === thread) this.#end((current) => current.resolve(result));
    });
    // A heap that is used up is told as an error, and each of them ends the thread.
    thread.on('error', () => undefined);
    thread.on('exit', () => {
      if (this.#thread === thread) this.#replace();
    });
    thread.unref();
    return thread;
  }

  /** The next piece of work is for another thread. One that collects garbage without end ends later than it is told to. */
  #replace(): void {
    void this.#thread?.terminate();
    this.#thread = undefined;
    this.#end((current) => current.reject(new WorkerFault('The thread ended before its work did.')));
  }

  #end(tell: (current: Waiting<Work, Result>) => void): void {
    clearTimeout(this.#late);
    const current = this.#current;
    this.#current = undefined;
    if (current !== undefined) tell(current);
    this.#runNext();
  }
}
