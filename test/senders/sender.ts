import type { SentCall } from './calls.ts';
import type { ExpectedDifference } from './expected-differences.ts';
import type { SenderWorld, SendersWorld } from './senders-world.ts';

/** A library, proxy or agent that makes calls and reports them. */
export interface Sender {
  readonly name: string;
  readonly saidOtherwise: ExpectedDifference;
  /** True if its calls have the costs that it states; false if the price table determines them. */
  readonly statesCosts?: boolean;
  /** True if the sender does not make a call, or does not report it. */
  readonly leavesOut?: (call: SentCall) => boolean;
  /** Makes all calls, and resolves when their reports are sent. */
  make(world: SendersWorld, to: SenderWorld): Promise<void>;
}
