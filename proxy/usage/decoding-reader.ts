import { finished, type Transform } from 'node:stream';
import { UNREADABLE_ANSWER } from '../../providers/answers/judgement.ts';
import type { AnswerMemory, AnswerReader, ReadAnswer } from './answer-reader.ts';

/** The maximum bytes that wait for the decoder, which works in other threads and falls behind for moments only. */
const MAX_WAITING_BYTES = 8_388_608;

/**
 * The maximum of a decompressed answer: a hundred bytes for each received byte, which text does not reach, and 64 MiB.
 * A larger answer is meant to exhaust its reader.
 */
const MAX_DECODED = { atOnce: 1_048_576, ratio: 100, bytes: 67_108_864 } as const;

/** The result for an unreadable answer: it was received completely, and its usage is unknown. */
const UNREAD: ReadAnswer = {
  usage: undefined,
  model: undefined,
  judgement: UNREADABLE_ANSWER,
  written: 0,
  isFinalUsage: false,
};

/** A reader of an answer in an unknown content coding. The caller gets the answer unchanged. */
export function createUnreadReader(): AnswerReader {
  return { see: () => undefined, beginning: 'answering', hasError: false, finish: (then) => then(), end: () => UNREAD };
}

/** A reader of the content of a compressed answer. The caller gets the bytes as they were received. */
export function createDecodingReader(inner: AnswerReader, decoder: Transform, memory: AnswerMemory): AnswerReader {
  let received = 0;
  let decoded = 0;
  let taken = 0;
  let state: 'reading' | 'unreadable' | 'ended' = 'reading';

  function giveUp(): void {
    if (state !== 'reading') return;
    state = 'unreadable';
    decoder.destroy();
  }

  function hasRoomFor(waiting: number): boolean {
    if (waiting > MAX_WAITING_BYTES) return false;
    if (waiting <= taken) return true;
    const isTaken = memory.take(waiting - taken);
    if (isTaken) taken = waiting;
    return isTaken;
  }

  decoder.on('data', (chunk: Buffer) => {
    if (state !== 'reading') return;
    decoded += chunk.length;
    const max = Math.min(MAX_DECODED.bytes, MAX_DECODED.atOnce + MAX_DECODED.ratio * received);
    if (decoded > max) giveUp();
    else inner.see(chunk);
  });
  decoder.on('error', giveUp);
  return {
    see(chunk) {
      if (state !== 'reading') return;
      received += chunk.length;
      if (hasRoomFor(decoder.writableLength + chunk.length)) decoder.write(chunk);
      else giveUp();
    },
    beginning: 'answering',
    hasError: false,
    finish(then) {
      if (state !== 'reading') {
        then();
        return;
      }
      finished(decoder, () => then());
      decoder.end();
    },
    end() {
      const isRead = state === 'reading';
      state = 'ended';
      decoder.destroy();
      const answer = inner.end();
      if (isRead) return answer;
      const judgement = answer.judgement.state === 'failed' ? answer.judgement : UNREADABLE_ANSWER;
      return { ...UNREAD, judgement, written: answer.written, model: answer.model };
    },
  };
}
