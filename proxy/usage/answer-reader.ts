import type { Endpoint } from '../../domain/gateway/endpoints.ts';
import { readUsage, type ReadUsage, type UsageForm } from '../../providers/prices/read-usage.ts';
import { parseJson } from '../../providers/wires/json-parts.ts';
import { createSseReader } from './sse-reader.ts';
import { createStreamState, type StreamedAnswer } from './stream-state.ts';

/** What is known of an answer once it has ended, or was cut off. */
export interface ReadAnswer extends Omit<StreamedAnswer, 'usage'> {
  /** Undefined where the answer did not say what was used. */
  readonly usage: ReadUsage | undefined;
}

/** Reads an answer on its way to the caller, which is never held up by it. */
export interface AnswerReader {
  see(chunk: Buffer): void;
  end(): ReadAnswer;
}

/** Whoever else is told what an answer says: the data of each event of a stream, or the body of any other. */
export interface AnswerListener {
  event(data: unknown): void;
  /** Undefined where it is no JSON. */
  body(body: unknown): void;
}

/** A larger answer is not read: it is no text of a model. */
const MOST_BYTES = 33_554_432;

/** @param contentType of the answer: streams are told by it alone, whatever was asked for */
export function createAnswerReader(
  endpoint: Endpoint,
  contentType: string,
  form: UsageForm,
  listener?: AnswerListener,
): AnswerReader {
  const isStream = contentType.startsWith('text/event-stream');
  return isStream ? streamReader(endpoint, form, listener) : bodyReader(form, listener);
}

function bodyReader(form: UsageForm, listener: AnswerListener | undefined): AnswerReader {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return {
    see(chunk) {
      bytes += chunk.length;
      if (bytes <= MOST_BYTES) chunks.push(chunk);
    },
    end() {
      const [only] = chunks;
      const whole = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
      const body = bytes > MOST_BYTES ? undefined : parseJson(whole.toString('utf8'));
      listener?.body(body);
      const usage = readUsage(body, form);
      const isWhole = body !== undefined || bytes > MOST_BYTES;
      return { usage, model: usage?.model, isWhole, fault: undefined, written: 0, isFinalUsage: true };
    },
  };
}

function streamReader(endpoint: Endpoint, form: UsageForm, listener: AnswerListener | undefined): AnswerReader {
  const state = createStreamState(endpoint);
  return {
    see: createSseReader((data) => {
      state.see(data);
      listener?.event(data);
    }),
    end() {
      const { usage, model, ...told }: StreamedAnswer = state.end();
      const read = usage === undefined ? undefined : readUsage({ model, usage }, form);
      return { ...told, usage: read, model: read?.model ?? model };
    },
  };
}
