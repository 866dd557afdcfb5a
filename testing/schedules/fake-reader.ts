import type { InsightAnswer } from '../../contracts/insight/answer/insight-answer.ts';
import type { InsightReader } from '../../analytics/insight/insight-reader.ts';
import { Refusal, type RefusalCode } from '../../domain/kernel/errors.ts';
import { makeAnswer } from '../api/answers.ts';

/** A fake reader that handles each question as the test configures it. It answers immediately by default. */
export interface FakeReader {
  readonly port: Pick<InsightReader, 'answer'>;
  /** The windows of the questions, in order. */
  readonly windows: readonly { readonly from: string; readonly to: string }[];
  answers(): void;
  /** Fails once with a transient error, then answers. */
  failsOnce(): void;
  refuses(code: RefusalCode): void;
  /**
   * Blocks every question until `release`, after which the reader answers again. `held` resolves when the reader has
   * the first question.
   */
  hangs(): { readonly release: () => void; readonly held: Promise<void> };
}

export function createFakeReader(): FakeReader {
  const windows: { from: string; to: string }[] = [];
  const answerAtOnce = (): Promise<InsightAnswer> => Promise.resolve(makeAnswer());
  let reply = answerAtOnce;
  const answers = (): void => {
    reply = answerAtOnce;
  };
  return {
    port: {
      answer: async ({ query, signal }) => {
        windows.push({ from: query.from, to: query.to });
        return { answer: await Promise.race([reply(), abortOf(signal)]) };
      },
    },
    windows,
    answers,
    failsOnce() {
      reply = () => {
        answers();
        return Promise.reject(new Error('The reader is away.'));
      };
    },
    refuses(code) {
      reply = () => Promise.reject(new Refusal(code, 'The reader refuses.'));
    },
    hangs() {
      let open = (): void => undefined;
      const opened = new Promise<void>((resolve) => {
        open = resolve;
      });
      const held = new Promise<void>((resolve) => {
        reply = () => {
          resolve();
          return opened.then(makeAnswer);
        };
      });
      return {
        held,
        release: () => {
          answers();
          open();
        },
      };
    },
  };
}

function abortOf(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('The question was withdrawn.')), { once: true });
  });
}
