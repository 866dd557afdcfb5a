import type { JsonObject } from '../../json-parts.ts';
import type { Judgement } from '../../answers/judgement.ts';
import type { ReportedError } from '../../answers/reported-error.ts';

/** The state of a stream, from its events so far. */
export interface StreamReading {
  /** Undefined while no error was stated. */
  error: ReportedError | undefined;
  /** The judgement by the last event; undefined until an event decides. */
  ended: Judgement | undefined;
  /**
   * The choices of Chat Completions or candidates of generateContent that began, by index. The value is true if the
   * choice stated its finish reason.
   */
  choices: Map<unknown, boolean> | undefined;
  /** The number of choices without a finish reason. */
  openChoices: number;
}

/** The rules by which answers of a protocol are judged. */
export interface AnswerForm {
  /** True if a document has the members of an answer. */
  readonly isAnswer: (document: JsonObject) => boolean;
  /** Judges a document that has this form and states no error. */
  readonly body: (document: JsonObject) => Judgement;
  /** Reads an event of a stream that states no error. */
  readonly event: (heard: StreamReading, data: JsonObject) => void;
  /** The types of events that precede the answer. */
  readonly preamble: readonly unknown[];
}
