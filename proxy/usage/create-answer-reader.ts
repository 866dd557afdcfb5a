import type { IncomingHttpHeaders } from 'node:http';
import type { CalledEndpoint } from '../../domain/models/protocols.ts';
import { readUsage, type UsageForm } from '../../providers/usage/read-usage.ts';
import type { ReadUsage } from '../../providers/usage/usage-reader.ts';
import type { StreamProgress } from '../../providers/protocols/shared/followed-stream.ts';
import { protocolAt } from '../../providers/protocols/registry.ts';
import type { Protocol } from '../../providers/protocols/shared/protocol.ts';
import { StreamJudge } from '../answers/stream-judge.ts';
import type { AnswerListener, AnswerMemory, AnswerReader, AnswerContext } from './answer-reader.ts';
import { createBodyReader } from './body-reader.ts';
import { contentDecoder } from './content-decoder.ts';
import { createDecodingReader, createUnreadReader } from './decoding-reader.ts';
import { JsonListReader } from './json-list-reader.ts';
import { SseReader, type SseListener } from './sse-reader.ts';
import { findStreamForm, type StreamForm } from './find-stream-form.ts';
import { createStreamState } from './stream-state.ts';

export interface AnswerSource {
  readonly endpoint: CalledEndpoint;
  readonly usage: UsageForm;
  /** True if the caller asked for a stream; absent otherwise. */
  readonly isStreamAsked?: boolean;
  /** The headers of the answer. The content type alone decides whether it is a stream of server-sent events. */
  readonly headers: Pick<IncomingHttpHeaders, 'content-type' | 'content-encoding'>;
}

export function createAnswerReader(form: AnswerSource, memory: AnswerMemory, listener?: AnswerListener): AnswerReader {
  const decoder = contentDecoder(form.headers['content-encoding']);
  if (decoder === 'none') return plainReader(form, memory, listener);
  if (decoder === undefined || !memory.take(decoder.memoryBytes)) return createUnreadReader();
  // The decoded bytes are held in addition to the received ones.
  const decoded: AnswerMemory = { take: (bytes) => memory.take(bytes), isHeld: () => false };
  return createDecodingReader(plainReader(form, decoded, listener), decoder.open(), decoded);
}

function plainReader(form: AnswerSource, memory: AnswerMemory, listener: AnswerListener | undefined): AnswerReader {
  const { endpoint, usage, isStreamAsked = false, headers } = form;
  const protocol = protocolAt(endpoint);
  const streamed = findStreamForm(protocol, isStreamAsked, headers['content-type']);
  if (streamed !== undefined) return streamReader(protocol, { usage, streamed }, { memory, listener });
  return createBodyReader(protocol, usage, { memory, listener });
}

/** True if the usage is unknown although an answer has words: both its input and its output must have taken tokens. */
function isUnknown(read: ReadUsage | undefined): boolean {
  if (read === undefined || read.terms?.statedUsd !== undefined) return false;
  const { input_tokens: input = 0, output_tokens: output = 0 } = read.units;
  return input === 0 || output === 0;
}

interface StreamReading {
  readonly usage: UsageForm;
  readonly streamed: StreamForm;
}

function streamReader(
  protocol: Protocol,
  { usage: form, streamed }: StreamReading,
  { memory, listener }: AnswerContext,
): AnswerReader {
  const state = createStreamState(protocol);
  const judge = new StreamJudge(protocol);
  const listener_: SseListener = {
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
  };
  const take = (bytes: number): boolean => memory.take(bytes);
  const reader = streamed === 'list' ? new JsonListReader(listener_, take) : new SseReader(listener_, take);
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
      const { answer, model, written, isFinalUsage: isFinal }: StreamProgress = state.end();
      const usage = readUsage(answer, form);
      const isFinalUsage = isFinal && !(written > 0 && isUnknown(usage));
      return { usage, model: usage?.model ?? model, written, isFinalUsage, judgement: judge.end() };
    },
  };
}
