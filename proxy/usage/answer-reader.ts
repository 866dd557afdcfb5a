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

/** A larger answer is not read: it is no text of a model. */
const MOST_BYTES = 33_554_432;

/** @param contentType of the answer: streams are told by it alone, whatever was asked for */
export function createAnswerReader(endpoint: Endpoint, contentType: string, form: UsageForm): AnswerReader {
  return contentType.startsWith('text/event-stream') ? streamReader(endpoint, form) : bodyReader(form);
}

function bodyReader(form: UsageForm): AnswerReader {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return {
    see(chunk) {
      bytes += chunk.length;
      if (bytes <= MOST_BYTES) chunks.push(chunk);
    },
    end() {
      const body = bytes > MOST_BYTES ? undefined : parseJson(Buffer.concat(chunks).toString('utf8'));
      const usage = readUsage(body, form);
      const isWhole = body !== undefined || bytes > MOST_BYTES;
      return { usage, model: usage?.model, isWhole, fault: undefined, written: 0, isFinalUsage: true };
    },
  };
}

function streamReader(endpoint: Endpoint, form: UsageForm): AnswerReader {
  const state = createStreamState(endpoint);
  return {
    see: createSseReader((data) => state.see(data)),
    end() {
      const { usage, model, ...told }: StreamedAnswer = state.end();
      const read = usage === undefined ? undefined : readUsage({ model, usage }, form);
      return { ...told, usage: read, model: read?.model ?? model };
    },
  };
}
