import type { ReadUsage } from '../../providers/usage/usage-reader.ts';
import type { Judgement, StreamBeginning } from '../../providers/answers/judgement.ts';
import type { StreamProgress } from '../../providers/protocols/shared/followed-stream.ts';

/** The facts about an answer once it has ended, or was cut off. */
export interface ReadAnswer extends Omit<StreamProgress, 'answer'> {
  /** Undefined where the answer did not say what was used. */
  readonly usage: ReadUsage | undefined;
  /** The judgement by its own text. */
  readonly judgement: Judgement;
}

/** Reads an answer on its way to the caller, which is never held up by it. */
export interface AnswerReader {
  see(chunk: Buffer): void;
  /** The beginning of a stream, as far as it was read; `answering` if it is not read at once. */
  readonly beginning: StreamBeginning;
  /** True if a stream stated an error, as far as it was read. */
  readonly hasError: boolean;
  /** Calls back once all that came is read: at once, unless the answer is compressed. */
  finish(then: () => void): void;
  /** The content so far. Nothing is read afterwards. */
  end(): ReadAnswer;
}

/** Another reader of an answer: it gets the data of each event of a stream, or the body of any other answer. */
export interface AnswerListener {
  event(data: unknown): void;
  /** Undefined where it is no JSON. */
  body(body: unknown): void;
  /**
   * An event or a body that is too large to be read whole: without its large members; undefined where it is no object.
   */
  outline(data: Readonly<Record<string, unknown>> | undefined): void;
}

/** The memory that a reader holds an answer in. */
export interface AnswerMemory {
  /** False where there is none. */
  take(bytes: number): boolean;
  /** True if the answer waits for its end, so that its pieces are held, and counted, in any case. */
  isHeld(): boolean;
}

/** The way to read an answer, and its other readers. */
export interface AnswerContext {
  readonly memory: AnswerMemory;
  readonly listener: AnswerListener | undefined;
}
