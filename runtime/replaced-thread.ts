import { Worker, type WorkerOptions } from 'node:worker_threads';

/** The script and the limits of a thread. */
export interface ThreadOptions {
  /** The file of the program that the thread runs. It answers each message with one message. */
  readonly program: string;
  /** Milliseconds for one piece of work; a thread that takes longer is replaced. */
  readonly maxMs: number;
  /** The memory limits. A thread that exceeds them ends together with its piece of work. */
  readonly memory: WorkerOptions['resourceLimits'];
}

/** The callbacks for the end of a piece of work. */
export interface WorkCallbacks<Result> {
  readonly done: (result: Result) => void;
  /** Called if the thread ended before its work. */
  readonly failed: () => void;
}

/**
 * A thread that does one piece of work at a time. It starts with the first piece, and is replaced after one that ends
 * it.
 */
export class ReplacedThread<Work, Result> {
  readonly #options: ThreadOptions;
  #thread: Worker | undefined;
  #end: WorkCallbacks<Result> | undefined;
  #late: NodeJS.Timeout | undefined;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#end === undefined;
  }

  /** Runs a piece of work. Call it only while the thread is idle. */
  run(work: Work, end: WorkCallbacks<Result>): void {
    this.#end = end;
    this.#late = setTimeout(() => this.#replace(), this.#options.maxMs).unref();
    this.#thread ??= this.#start();
    this.#thread.postMessage(work);
  }

  /** Ends the thread. Call it only when no result is awaited. */
  async close(): Promise<void> {
    clearTimeout(this.#late);
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }

  #start(): Worker {
    const thread = new Worker(this.#options.program, { resourceLimits: this.#options.memory });
    thread.on('message', (result: Result) => {
      if (this.#thread === thread) this.#take()?.done(result);
    });
    // An exhausted heap is reported as an error, and each error ends the thread.
    thread.on('error', () => undefined);
    thread.on('exit', () => {
      if (this.#thread === thread) this.#replace();
    });
    thread.unref();
    return thread;
  }

  /**
   * Ends the thread and forgets it, without waiting: a thread in endless garbage collection ends later than requested.
   */
  #replace(): void {
    void this.#thread?.terminate();
    this.#thread = undefined;
    this.#take()?.failed();
  }

  #take(): WorkCallbacks<Result> | undefined {
    clearTimeout(this.#late);
    const end = this.#end;
    this.#end = undefined;
    return end;
  }
}
