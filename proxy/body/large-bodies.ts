import type { AskedCall, ReadAs } from '../request/read-call.ts';
import type { GatewayError } from '../call/refusal.ts';

/** What a thread is asked for each body. Segments of shared memory are read where they lie. */
export interface ReadOrder {
  readonly pieces: readonly Uint8Array[];
  readonly as: ReadAs;
}

/** Whose turn a body takes, and whether nobody waits for it any more. */
export interface ReadingTurn {
  /** A key. */
  readonly share: string;
  readonly isGone: () => boolean;
}

/** What became of a large body. */
export const READ_ENDS = ['read', 'unread', 'gone'] as const;
export type ReadEnd = (typeof READ_ENDS)[number];

/** Threads that read bodies. Rejects where one of them says nothing. */
interface ReadingThreads {
  run(order: ReadingTurn & { readonly work: ReadOrder }): Promise<AskedCall | GatewayError>;
}

export interface LargeBodiesParts {
  readonly threads: ReadingThreads;
  readonly ended: (end: ReadEnd) => void;
}

const UNREAD: GatewayError = {
  status: 503,
  type: 'overloaded_error',
  message: 'The gateway could not read the body: it takes too much memory or time. Try again, or send a smaller body.',
  retryAfterSeconds: 1,
};

/** Reads large bodies beside the serving thread, to the same result as smaller ones have there. */
export class LargeBodies {
  readonly #parts: LargeBodiesParts;

  constructor(parts: LargeBodiesParts) {
    this.#parts = parts;
  }

  async read(order: ReadOrder, turn: ReadingTurn): Promise<AskedCall | GatewayError> {
    const { threads, ended } = this.#parts;
    try {
      const said = await threads.run({ work: order, ...turn });
      ended('read');
      return said;
    } catch {
      ended(turn.isGone() ? 'gone' : 'unread');
      return UNREAD;
    }
  }
}
