import { type FieldFault, Refusal, type RefusalCode } from '../../domain/kernel/errors.ts';
import type { ReceivedEvents, Reception } from '../../contracts/ingest/received/receive-events.ts';
import type { SentOutcome } from '../../contracts/judges/outcome-batch.ts';
import type { OutcomeRejection } from '../../contracts/judges/accept-outcome.ts';
import type { ReadingTurn } from '../../transport/reading-turn.ts';
import type { TrafficBody } from './traffic-body.ts';

/**
 * The number of bytes above which a thread reads a body. A body of this size holds at most 32,768 values, of two bytes
 * each, and takes 15 ms to read; the largest body takes 0.6 s of processor time.
 */
const MAX_IN_TURN_BYTES = 65_536;

/** True if a body is too large to be read in one turn of the event loop. */
export function isLargeBody(bytes: Uint8Array): boolean {
  return bytes.byteLength > MAX_IN_TURN_BYTES;
}

/** A reader of large bodies outside of the event loop, with the same results and refusals. */
export interface LargeBodies {
  readTraffic(body: TrafficBody, reception: Reception, turn: ReadingTurn): Promise<ReceivedEvents>;
  readOtelOutcomes(bytes: Uint8Array, turn: ReadingTurn): Promise<(SentOutcome | OutcomeRejection)[]>;
}

/** The message to the thread. */
export type ReadTask =
  | { readonly kind: 'traffic'; readonly body: TrafficBody; readonly reception: Reception }
  | { readonly kind: 'otel_outcomes'; readonly bytes: Uint8Array };

/** The message from the thread. An error loses its class between threads. */
export type ThreadResult =
  | { readonly read: unknown }
  | {
      readonly refused: { readonly code: RefusalCode; readonly detail: string; readonly faults: readonly FieldFault[] };
    }
  | { readonly defect: string };

/** The thread. Rejects if it does not answer. */
interface ReadingThread {
  run(order: ReadingTurn & { readonly work: ReadTask }): Promise<ThreadResult>;
}

export function createLargeBodies(thread: ReadingThread): LargeBodies {
  const read = async (work: ReadTask, turn: ReadingTurn): Promise<unknown> => {
    const answer = await thread.run({ work, ...turn }).catch((cause: unknown) => {
      const detail =
        'The body was not read, because the thread that reads large bodies ended. Send the body again, or in parts.';
      throw new Refusal('dependency_unavailable', detail, { cause });
    });
    if ('read' in answer) return answer.read;
    if ('defect' in answer) throw new Error(`A thread could not read a body: ${answer.defect}`);
    const { code, detail, faults } = answer.refused;
    throw new Refusal(code, detail, { faults });
  };
  return {
    readTraffic: async (body, reception, turn) =>
      (await read({ kind: 'traffic', body, reception }, turn)) as ReceivedEvents,
    readOtelOutcomes: async (bytes, turn) =>
      (await read({ kind: 'otel_outcomes', bytes }, turn)) as (SentOutcome | OutcomeRejection)[],
  };
}
