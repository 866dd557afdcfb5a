import type { SentCall } from './calls.ts';
import type { ExpectedDifference } from './expected-differences.ts';
import type { SenderWorld, SendersWorld } from './senders-world.ts';

/** A library, proxy or agent that makes calls and tells of them. */
export interface Sender {
  readonly name: string;
  readonly saidOtherwise: ExpectedDifference;
  /** Whether its calls cost what it says, rather than what the table says. */
  readonly statesCosts?: boolean;
  /** Whether it does not make a call, or says nothing at all of it. */
  readonly leavesOut?: (call: SentCall) => boolean;
  /** Makes all calls, and returns once what tells of them is sent. */
  make(world: SendersWorld, to: SenderWorld): Promise<void>;
}
