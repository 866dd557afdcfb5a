import { Refusal } from '../../domain/kernel/errors.ts';
import {
  type DecisionFollower,
  type DecisionPage,
  DecisionReading,
  type DecisionReadingParts,
  type Following,
} from './decision-reading.ts';
import type { DecisionPosition, DecisionSelection } from './recent-decisions.ts';

/**
 * The last calls of all gateways that write to the journal, and the calls as they end. Each process reads the journal
 * once for all of its readers, from the first use until it has had no reader for a minute.
 */
export interface DecisionFeed {
  /**
   * A page of calls that have ended, newest first.
   * @throws Refusal `dependency_unavailable` if the journal cannot be read
   */
  list(selection: DecisionSelection, after: DecisionPosition | undefined, limit: number): Promise<DecisionPage>;
  /**
   * Passes calls to a follower as they end.
   *
   * @param lastEventId the event that it received last; undefined if it received none
   * @throws Refusal as `list` does
   */
  follow(selection: DecisionSelection, follower: DecisionFollower, lastEventId: string | undefined): Promise<Following>;
  /** Ends all followers, and stops reading. */
  close(): Promise<void>;
}

export interface DecisionFeedParts extends Omit<DecisionReadingParts, 'id' | 'onIdle'> {
  /** Creates eight hexadecimal digits that no other reading has. */
  readonly newId: () => string;
}

export function createDecisionFeed({ newId, ...parts }: DecisionFeedParts): DecisionFeed {
  let reading: DecisionReading | undefined;
  let isClosed = false;
  const begin = (): DecisionReading => {
    if (isClosed) throw new Refusal('dependency_unavailable', 'This process of the API stops. Send the request again.');
    reading ??= new DecisionReading({
      ...parts,
      id: newId(),
      onIdle: () => {
        reading = undefined;
      },
    });
    return reading;
  };
  const current = async (): Promise<DecisionReading> => {
    for (;;) {
      const begun = begin();
      await begun.requireCurrent();
      // It can become idle while it reads the journal for the first time.
      if (!begun.hasStopped) return begun;
    }
  };
  return {
    list: async (selection, after, limit) => (await current()).list(selection, after, limit),
    follow: async (selection, follower, lastEventId) => (await current()).follow(selection, follower, lastEventId),
    async close() {
      isClosed = true;
      await reading?.stop();
    },
  };
}
