import { Worker, type WorkerOptions } from 'node:worker_threads';

/** The script and the limits of a thread. */
export interface ThreadOptions {
  /** The file of the program that the thread runs. It answers each message with one message. */
  readonly program: string;
  /** A thread that takes longer for one piece of work is replaced. */
  readonly maxMs: number;
  /** A thread that needs more memory ends, and its piece of work with it. */
  readonly memory: WorkerOptions['resourceLimits'];
}

/** The end of a piece of work. */
export interface WorkEnd<Result> {
  readonly done: (result: Result) => void;
  /** The thread ended before its work did. */
  readonly failed: () => void;
}

/**
 * A thread that does one piece of work at a time. It starts with the first one, and is replaced after one that ends it.
 */
export class ReplacedThread<Work, Result> {
  readonly #options: ThreadOptions;
  #thread: Worker | undefined;
  #end: WorkEnd<Result> | undefined;
  #late: NodeJS.Timeout | undefined;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#end === undefined;
  }

  /** Runs work. Call it only while it is idle. */
  run(work: Work, end: WorkEnd<Result>): void {
    this.#end = end;
    this.#late = setTimeout(() => this.#replace(), this.#options.maxMs).unref();
    this.#thread ??= this.#start();
    this.#thread.postMessage(work);
  }

  /** Ends the thread, once nobody waits for it any more. */
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

  /** Replaces the thread. A thread in endless garbage collection ends later than requested. */
  #replace(): void {
    void this.#thread?.terminate();
    this.#thread = undefined;
    this.#take()?.failed();
  }

  #take(): WorkEnd<Result> | undefined {
    clearTimeout(this.#late);
    const end = this.#end;
    this.#end = undefined;
    return end;
  }
}
