import type { CalledEndpoint } from '../../domain/models/protocols.ts';
import { isObject } from '../../providers/json-parts.ts';
import { ANSWER_FORMS, judgeStream, type HeardStream } from './answer-forms.ts';
import type { Judgement, StreamBeginning } from './judgement.ts';
import { saidErrorIn } from './said-error.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Judges the stream of an endpoint by its events. */
export class StreamJudge {
  readonly #endpoint: CalledEndpoint;
  readonly #heard: HeardStream = { error: undefined, ended: undefined, choices: undefined, openChoices: 0 };
  #beginning: StreamBeginning = 'awaited';

  constructor(endpoint: CalledEndpoint) {
    this.#endpoint = endpoint;
  }

  get beginning(): StreamBeginning {
    return this.#beginning;
  }

  get hasError(): boolean {
    return this.#heard.error !== undefined;
  }

  /** @param data of an event: a value of JSON, or a text such as `[DONE]` */
  see(data: unknown): void {
    const form = ANSWER_FORMS[this.#endpoint];
    if (isObject(data)) {
      this.#heard.error ??= saidErrorIn(data, isEvent(data));
      form.event(this.#heard, data);
      if (this.#heard.error === undefined && form.preamble.includes(data['type'])) return;
    }
    if (this.#beginning === 'awaited') this.#beginning = this.#heard.error ?? 'answering';
  }

  end(): Judgement {
    return judgeStream(this.#heard);
  }
}

/** Whether it has the form of an event: a type, or choices. Anything else may be an error without a member `error`. */
function isEvent({ type, choices, object }: JsonObject): boolean {
  return typeof type === 'string' || Array.isArray(choices) || typeof object === 'string';
}
