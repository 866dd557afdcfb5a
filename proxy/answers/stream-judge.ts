import { CUT_OFF_ANSWER, type Judgement, type StreamBeginning } from '../../providers/answers/judgement.ts';
import { findReportedError } from '../../providers/answers/reported-error.ts';
import { isJsonObject, type JsonObject } from '../../providers/json-parts.ts';
import type { AnswerForm, StreamReading } from '../../providers/protocols/shared/answer-form.ts';
import type { Protocol } from '../../providers/protocols/shared/protocol.ts';

/** Judges a stream by its events. */
export class StreamJudge {
  readonly #form: AnswerForm;
  readonly #heard: StreamReading = { error: undefined, ended: undefined, choices: undefined, openChoices: 0 };
  #beginning: StreamBeginning = 'awaited';

  constructor({ answerForm }: Pick<Protocol, 'answerForm'>) {
    this.#form = answerForm;
  }

  get beginning(): StreamBeginning {
    return this.#beginning;
  }

  get hasError(): boolean {
    return this.#heard.error !== undefined;
  }

  /** @param data the data of an event: a value of JSON, or a text such as `[DONE]` */
  see(data: unknown): void {
    const form = this.#form;
    if (isJsonObject(data)) {
      this.#heard.error ??= findReportedError(data, isEvent(data));
      form.event(this.#heard, data);
      if (this.#heard.error === undefined && form.preamble.includes(data['type'])) return;
    }
    if (this.#beginning === 'awaited') this.#beginning = this.#heard.error ?? 'answering';
  }

  end(): Judgement {
    const { error, ended } = this.#heard;
    return error === undefined ? (ended ?? CUT_OFF_ANSWER) : { state: 'failed', error };
  }
}

/**
 * True if a document has the form of an event: a type, or choices. Other documents may be errors without a member
 * `error`.
 */
function isEvent({ type, choices, object }: JsonObject): boolean {
  return typeof type === 'string' || Array.isArray(choices) || typeof object === 'string';
}
