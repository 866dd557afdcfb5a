import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { AskedCall, ReadAs } from '../read-call.ts';
import type { GatewayError } from '../refusal.ts';

/** What the worker is asked for each body. Segments of shared memory are read where they lie. */
export interface ReadOrder {
  readonly pieces: readonly Uint8Array[];
  readonly as: ReadAs;
}

/** A body that is to be read. */
export interface LargeBody extends ReadOrder {
  /** Keys take turns. */
  readonly keyId: string;
  /** Whether nobody waits for it any more. */
  readonly isGone: () => boolean;
}

type Told = (said: AskedCall | GatewayError) => void;

interface Waiting {
  readonly body: LargeBody;
  readonly tell: Told;
}

/** A key that has so many bodies wait has a share of the worker that is no smaller for one more. */
const MOST_OF_KEY = 16;

/** The largest body takes half a second. */
const MOST_MS = 30_000;

/** The largest body is two texts of 64 MiB at a time, beside what is made of them: 300 MB. */
const LIMITS: WorkerOptions['resourceLimits'] = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 };

const MANY: GatewayError = {
  status: 503,
  type: 'overloaded_error',
  message: `${MOST_OF_KEY} large bodies of this key wait to be read: send fewer at once.`,
  retryAfterSeconds: 1,
};

const FAILED: GatewayError = {
  status: 503,
  type: 'overloaded_error',
  message: 'The gateway has no memory to read a body of this form at the moment: send a smaller one, or try again.',
  retryAfterSeconds: 1,
};

/**
 * Reads large bodies in a thread of its own, so that the serving thread goes on meanwhile, and with a heap of its own: a body that takes more than that
 * ends the thread, and its call alone is refused. One body is read at a time; keys take turns.
 */
export class LargeBodies {
  readonly #program: string;
  readonly #waiting = new Map<string, Waiting[]>();
  #worker: Worker | undefined;
  #read: Waiting | undefined;
  #late: NodeJS.Timeout | undefined;

  /** @param program the file of the worker */
  constructor(program: string) {
    this.#program = program;
  }

  read(body: LargeBody, tell: Told): void {
    const ofKey = this.#waiting.get(body.keyId) ?? [];
    if (ofKey.length >= MOST_OF_KEY) {
      tell(MANY);
      return;
    }
    ofKey.push({ body, tell });
    this.#waiting.set(body.keyId, ofKey);
    this.#readNext();
  }

  /** Ends the thread. Nothing is read any more. */
  async close(): Promise<void> {
    clearTimeout(this.#late);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #readNext(): void {
    if (this.#read !== undefined) return;
    const next = this.#takeNext();
    if (next === undefined) return;
    this.#read = next;
    this.#late = setTimeout(() => this.#replace(), MOST_MS).unref();
    const { pieces, as } = next.body;
    this.#worker ??= this.#open();
    this.#worker.postMessage({ pieces, as } satisfies ReadOrder);
  }

  /** The oldest of the key whose turn it is, which then waits behind all others. */
  #takeNext(): Waiting | undefined {
    for (const [keyId, ofKey] of this.#waiting) {
      this.#waiting.delete(keyId);
      const next = ofKey.shift();
      if (ofKey.length > 0) this.#waiting.set(keyId, ofKey);
      if (next === undefined) continue;
      if (!next.body.isGone()) return next;
      next.tell(FAILED);
    }
    return undefined;
  }

  #open(): Worker {
    const worker = new Worker(this.#program, { resourceLimits: LIMITS });
    worker.on('message', (said: AskedCall | GatewayError) => {
      if (this.#worker === worker) this.#end(said);
    });
    // A heap that is used up is told as an error, and each of them ends the thread.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (this.#worker === worker) this.#replace();
    });
    worker.unref();
    return worker;
  }

  /** The next body is read by another thread. One that collects garbage without end ends later than it is told to. */
  #replace(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
    this.#end(FAILED);
  }

  #end(said: AskedCall | GatewayError): void {
    clearTimeout(this.#late);
    const read = this.#read;
    this.#read = undefined;
    read?.tell(said);
    this.#readNext();
  }
}
