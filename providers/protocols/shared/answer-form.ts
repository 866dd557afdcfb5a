import type { JsonObject } from '../../json-parts.ts';
import type { Judgement } from '../../answers/judgement.ts';
import type { SaidError } from '../../answers/said-error.ts';

/** What the events of a stream have said so far. */
export interface HeardStream {
  /** Undefined while no error was stated. */
  error: SaidError | undefined;
  /** How the last event judges it; undefined before one that does. */
  ended: Judgement | undefined;
  /** Of Chat Completions and generateContent: each choice or candidate that began, by its index, and whether it stated a reason to have finished. */
  choices: Map<unknown, boolean> | undefined;
  /** How many of them did not. */
  openChoices: number;
}

/** How answers of a protocol say what they are. */
export interface AnswerForm {
  /** Whether a document has the members of an answer. */
  readonly isAnswer: (document: JsonObject) => boolean;
  /** Judges a document of that form that states no error of its own. */
  readonly body: (document: JsonObject) => Judgement;
  /** Takes notice of an event of a stream that states no error of its own. */
  readonly event: (heard: HeardStream, data: JsonObject) => void;
  /** Types of events that come before anything of the answer. */
  readonly preamble: readonly unknown[];
}
