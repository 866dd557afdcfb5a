import type { TrafficEvent } from '../../contracts/ingest/traffic-event.ts';
import type { Hindrance, LineWriter } from '../../journal/journal.ts';

/** Where the row of each request is kept: lines of the journal, which the indexer makes facts of. */
export interface DecisionLog {
  /** Whether new requests may be let in. It asks nobody. */
  isOpen(): boolean;
  /** Resolves when the events are kept, whatever ends this process. Rejects when nobody can say whether they are. */
  write(events: readonly TrafficEvent[]): Promise<void>;
  /** Measures anew what keeps new lines out; Postgres that does not answer says nothing of the log. */
  look(): Promise<void>;
}

export interface DecisionLogParts {
  readonly writer: Pick<LineWriter, 'appendLines'>;
  readonly hindrance: () => Promise<Hindrance | undefined>;
  /** Milliseconds that only go on. */
  readonly elapsed: () => number;
}

/** How long nobody is let in after a write that failed; then somebody tries whether the next one is kept. */
const CLOSED_MS = 1_000;

export function createDecisionLog({ writer, hindrance, elapsed }: DecisionLogParts): DecisionLog {
  let hindered: Hindrance | undefined;
  let closedUntil = -Infinity;
  return {
    isOpen: () => hindered === undefined && elapsed() >= closedUntil,

    async write(events) {
      try {
        await writer.appendLines(events.map((event) => JSON.stringify(event)));
      } catch (error) {
        closedUntil = elapsed() + CLOSED_MS;
        throw error;
      }
    },

    async look() {
      hindered = await hindrance().catch(() => hindered);
    },
  };
}
