import type { ReadUsage } from '../../providers/usage/usage-reader.ts';
import type { Judgement, StreamBeginning } from '../../providers/answers/judgement.ts';
import type { StreamProgress } from '../../providers/protocols/shared/followed-stream.ts';

/** What is known of an answer once it has ended, or was cut off. */
export interface ReadAnswer extends Omit<StreamProgress, 'answer'> {
  /** Undefined where the answer did not say what was used. */
  readonly usage: ReadUsage | undefined;
  /** What it is, by its own words. */
  readonly judgement: Judgement;
}

/** Reads an answer on its way to the caller, which is never held up by it. */
export interface AnswerReader {
  see(chunk: Buffer): void;
  /** What a stream begins with, as far as it was read; `answering` where it is not read at once. */
  readonly beginning: StreamBeginning;
  /** Whether a stream stated an error, as far as it was read. */
  readonly hasError: boolean;
  /** Calls back once all that came is read: at once, unless the answer is compressed. */
  finish(then: () => void): void;
  /** What was read so far. Nothing is read afterwards. */
  end(): ReadAnswer;
}

/** Whoever else is told what an answer says: the data of each event of a stream, or the body of any other. */
export interface AnswerListener {
  event(data: unknown): void;
  /** Undefined where it is no JSON. */
  body(body: unknown): void;
  /** An event or a body that is too large to be read whole: without its large members; undefined where it is no object. */
  outline(data: Readonly<Record<string, unknown>> | undefined): void;
}

/** The memory that a reader holds an answer in. */
export interface AnswerMemory {
  /** False where there is none. */
  take(bytes: number): boolean;
  /** Whether the answer waits for its end, so that its pieces are held, and taken, anyway. */
  isHeld(): boolean;
}

/** How an answer is read, and who else receives what it says. */
export interface AnswerContext {
  readonly memory: AnswerMemory;
  readonly listener: AnswerListener | undefined;
}
