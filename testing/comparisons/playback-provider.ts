import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { readAnswerBook } from '../../providers/playback/answer-book.ts';
import type { FaultPlan } from '../../providers/playback/fault-plan.ts';
import { createPlaybackApp, type BilledCall } from '../../providers/playback/playback-app.ts';
import type { RecordedAnswer } from '../../providers/playback/recorded-answer.ts';

/** A playback provider on this machine, with the bill of the calls that it carried out. */
export interface PlaybackProvider {
  readonly endpoint: string;
  readonly bill: () => Promise<BilledCall[]>;
  readonly setPlan: (plan: FaultPlan) => Promise<void>;
  /** The number of calls in flight, and its maximum so far. */
  readonly calls: () => { readonly now: number; readonly max: number };
  readonly close: () => Promise<void>;
}

/** Starts a playback provider with these answers in this process, so that its bill survives when its callers end. */
export async function startPlaybackProvider(
  answers: readonly RecordedAnswer[],
  plan: FaultPlan,
): Promise<PlaybackProvider> {
  let now = 0;
  let max = 0;
  const app = createPlaybackApp({
    answers: readAnswerBook(answers.map((answer) => JSON.stringify(answer)).join('\n')),
    plan,
    clock: { now: () => new Date() },
    async wait(ms) {
      max = Math.max(max, (now += 1));
      await delay(ms);
      now -= 1;
    },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    endpoint: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    bill: async () => (await app.inject('/playback/bill')).json<{ calls: BilledCall[] }>().calls,
    async setPlan(next) {
      await app.inject({ method: 'PUT', url: '/playback/plan', payload: next });
    },
    calls: () => ({ now, max }),
    async close() {
      const closed = once(app.server, 'close');
      app.server.closeAllConnections();
      await Promise.all([app.close(), closed]);
    },
  };
}
