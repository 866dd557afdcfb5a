import type { ReadingTurn } from '../../transport/reading-turn.ts';
import type { RequestFacts, CallHead } from '../request/read-call.ts';
import type { GatewayError } from '../call/gateway-error.ts';

/** The order that a thread gets for each body. Segments of shared memory are read in place. */
export interface BodyReadOrder {
  readonly pieces: readonly Uint8Array[];
  readonly as: CallHead;
}

/** The results of reading a large body. */
export const READ_OUTCOMES = ['read', 'unread', 'gone'] as const;
export type ReadOutcome = (typeof READ_OUTCOMES)[number];

/** Threads that read bodies. `run` rejects if a thread gives no result. */
interface ReadingThreads {
  run(order: ReadingTurn & { readonly work: BodyReadOrder }): Promise<RequestFacts | GatewayError>;
}

export interface LargeBodyReaderParts {
  readonly threads: ReadingThreads;
  readonly ended: (end: ReadOutcome) => void;
}

const UNREAD: GatewayError = {
  status: 503,
  type: 'overloaded_error',
  message:
    'The gateway could not read the body, because that takes too much memory or time. Try again, or send a smaller body.',
  retryAfterSeconds: 1,
};

/** Reads large bodies outside the serving thread, with the same result as smaller bodies have in that thread. */
export class LargeBodyReader {
  readonly #parts: LargeBodyReaderParts;

  constructor(parts: LargeBodyReaderParts) {
    this.#parts = parts;
  }

  async read(order: BodyReadOrder, turn: ReadingTurn): Promise<RequestFacts | GatewayError> {
    const { threads, ended } = this.#parts;
    try {
      const result = await threads.run({ work: order, ...turn });
      ended('read');
      return result;
    } catch {
      ended(turn.isGone() ? 'gone' : 'unread');
      return UNREAD;
    }
  }
}
