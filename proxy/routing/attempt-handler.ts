import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

/** A call that may be sent again in place of what came of it. */
export interface RepeatableCall extends Required<
  Pick<
    Dispatcher.DispatchHandler,
    'onRequestStart' | 'onResponseStart' | 'onResponseData' | 'onResponseEnd' | 'onResponseError'
  >
> {
  /** Whether it is: then nothing more of this attempt is told to it. */
  isSentAgain(status: number | undefined, headers: IncomingHttpHeaders): boolean;
}

class LetGo extends Error {}

/** One attempt of a call: what comes of it goes on to the call, until that is sent again. */
export class AttemptHandler implements Dispatcher.DispatchHandler {
  readonly #call: RepeatableCall;
  #isOver = false;

  constructor(call: RepeatableCall) {
    this.#call = call;
  }

  /** Nothing more of this attempt is told to its call: another one is made in its place. */
  letGo(controller: Dispatcher.DispatchController): void {
    this.#isOver = true;
    controller.abort(new LetGo());
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#call.onRequestStart(controller, context);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
    text?: string,
  ): void {
    if (status >= 300 && this.#call.isSentAgain(status, headers)) this.letGo(controller);
    else this.#call.onResponseStart(controller, status, headers, text);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#isOver) this.#call.onResponseData(controller, chunk);
  }

  onResponseEnd(controller: Dispatcher.DispatchController, trailers: IncomingHttpHeaders): void {
    if (!this.#isOver) this.#call.onResponseEnd(controller, trailers);
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#isOver || this.#call.isSentAgain(undefined, {})) return;
    this.#call.onResponseError(controller, error);
  }
}
