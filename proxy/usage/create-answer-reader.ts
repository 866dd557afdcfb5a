import type { IncomingHttpHeaders } from 'node:http';
import type { CalledEndpoint } from '../../domain/models/protocols.ts';
import { readUsage, type UsageForm } from '../../providers/usage/read-usage.ts';
import type { ReadUsage } from '../../providers/usage/usage-reader.ts';
import type { StreamedAnswer } from '../../providers/protocols/shared/followed-stream.ts';
import { protocolAt } from '../../providers/protocols/registry.ts';
import type { Protocol } from '../../providers/protocols/shared/protocol.ts';
import { isEventStream } from '../headers/media-type.ts';
import { StreamJudge } from '../answers/stream-judge.ts';
import type { AnswerListener, AnswerMemory, AnswerReader, AnswerSurroundings } from './answer-reader.ts';
import { createBodyReader } from './body-reader.ts';
import { contentDecoder } from './content-decoder.ts';
import { createDecodingReader, createUnreadReader } from './decoding-reader.ts';
import { SseReader } from './sse-reader.ts';
import { createStreamState } from './stream-state.ts';

export interface AnswerSource {
  readonly endpoint: CalledEndpoint;
  readonly usage: UsageForm;
  /** Of the answer: streams are told by it alone, whatever was asked for. */
  readonly headers: Pick<IncomingHttpHeaders, 'content-type' | 'content-encoding'>;
}

export function createAnswerReader(form: AnswerSource, memory: AnswerMemory, listener?: AnswerListener): AnswerReader {
  const decoder = contentDecoder(form.headers['content-encoding']);
  if (decoder === 'none') return plainReader(form, memory, listener);
  if (decoder === undefined || !memory.take(decoder.memoryBytes)) return createUnreadReader();
  // What is decoded is held beside what came.
  const decoded: AnswerMemory = { take: (bytes) => memory.take(bytes), isHeld: () => false };
  return createDecodingReader(plainReader(form, decoded, listener), decoder.open(), decoded);
}

function plainReader(form: AnswerSource, memory: AnswerMemory, listener: AnswerListener | undefined): AnswerReader {
  const { endpoint, usage, headers } = form;
  const protocol = protocolAt(endpoint);
  if (isEventStream(headers['content-type'])) return streamReader(protocol, usage, { memory, listener });
  return createBodyReader(protocol, usage, { memory, listener });
}

/** Words came: they took tokens, and so did what they answer. */
function isUnknown(read: ReadUsage | undefined): boolean {
  if (read === undefined || read.terms?.statedUsd !== undefined) return false;
  return read.units['input_tokens'] === 0 || read.units['output_tokens'] === 0;
}

function streamReader(protocol: Protocol, form: UsageForm, { memory, listener }: AnswerSurroundings): AnswerReader {
  const state = createStreamState(protocol);
  const judge = new StreamJudge(protocol);
  const reader = new SseReader(
    {
      event(data) {
        state.see(data);
        judge.see(data);
        listener?.event(data);
      },
      outline(data) {
        state.see(data);
        judge.see(data);
        listener?.outline(data);
      },
    },
    (bytes) => memory.take(bytes),
  );
  return {
    see: (chunk) => reader.see(chunk),
    get beginning() {
      return judge.beginning;
    },
    get hasError() {
      return judge.hasError;
    },
    finish: (then) => then(),
    end() {
      reader.end();
      const { answer, model, written, isFinalUsage: isFinal }: StreamedAnswer = state.end();
      const usage = readUsage(answer, form);
      const isFinalUsage = isFinal && !(written > 0 && isUnknown(usage));
      return { usage, model: usage?.model ?? model, written, isFinalUsage, judgement: judge.end() };
    },
  };
}
