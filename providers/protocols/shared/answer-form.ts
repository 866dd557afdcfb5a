import type { JsonObject } from '../../json-parts.ts';
import type { Judgement } from '../../answers/judgement.ts';
import type { ReportedError } from '../../answers/reported-error.ts';

/** The state of a stream, from its events so far. */
export interface HeardStream {
  /** Undefined while no error was stated. */
  error: ReportedError | undefined;
  /** The judgement by the last event; undefined before one that decides. */
  ended: Judgement | undefined;
  /**
   * The choices of Chat Completions or candidates of generateContent that began, by index: true if one stated a reason
   * to have finished.
   */
  choices: Map<unknown, boolean> | undefined;
  /** The number of them that did not. */
  openChoices: number;
}

/** The rules by which answers of a protocol are judged. */
export interface AnswerForm {
  /** True if a document has the members of an answer. */
  readonly isAnswer: (document: JsonObject) => boolean;
  /** Judges a document of that form that states no error of its own. */
  readonly body: (document: JsonObject) => Judgement;
  /** Takes notice of an event of a stream that states no error of its own. */
  readonly event: (heard: HeardStream, data: JsonObject) => void;
  /** Types of events that come before anything of the answer. */
  readonly preamble: readonly unknown[];
}
