import type { ReadUsage } from '../../providers/usage/usage-reader.ts';
import type { Judgement, StreamBeginning } from '../../providers/answers/judgement.ts';
import type { StreamProgress } from '../../providers/protocols/shared/followed-stream.ts';

/** The facts about an answer that has ended or was cut off. */
export interface ReadAnswer extends Omit<StreamProgress, 'answer'> {
  /** Undefined if the answer did not state its usage. */
  readonly usage: ReadUsage | undefined;
  /** The judgement of the answer by its text. */
  readonly judgement: Judgement;
}

/** Reads an answer on its way to the caller, without delaying it. */
export interface AnswerReader {
  see(chunk: Buffer): void;
  /** The beginning of a stream, as far as it was read; `answering` if it is not read immediately. */
  readonly beginning: StreamBeginning;
  /** True if a stream stated an error, as far as it was read. */
  readonly hasError: boolean;
  /** Calls back when everything that was received is read: immediately, unless the answer is compressed. */
  finish(then: () => void): void;
  /** The content so far. Nothing is read after this. */
  end(): ReadAnswer;
}

/** Another reader of an answer. It gets the data of each event of a stream, or the body of any other answer. */
export interface AnswerListener {
  event(data: unknown): void;
  /** Receives a body; undefined if it is not JSON. */
  body(body: unknown): void;
  /**
   * Receives an event or a body that is too large to parse, without its large members; undefined if it is not an
   * object.
   */
  outline(data: Readonly<Record<string, unknown>> | undefined): void;
}

/** The memory for the parts of an answer that a reader holds. */
export interface AnswerMemory {
  /** Reserves memory; false if none is left. */
  take(bytes: number): boolean;
  /** True if the answer waits for its end, so that its pieces are held and counted in any case. */
  isHeld(): boolean;
}

/** The memory for reading an answer, and another reader of it. */
export interface AnswerContext {
  readonly memory: AnswerMemory;
  readonly listener: AnswerListener | undefined;
}
