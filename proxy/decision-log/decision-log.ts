import type { TrafficEvent } from '../../contracts/ingest/traffic-event.ts';
import type { Hindrance, LineWriter } from '../../journal/journal.ts';

/** Where the row of each request is kept: lines of the journal, which the indexer makes facts of. */
export interface DecisionLog {
  /** Whether new requests may be let in. It asks nobody. */
  isOpen(): boolean;
  /** Resolves when the events are kept, whatever ends this process. Rejects when nobody can say whether they are. */
  write(events: readonly TrafficEvent[]): Promise<void>;
  /** The same within moments, with whatever else is written before: a call that is answered at once takes one write in place of two. */
  writeSoon(events: readonly TrafficEvent[]): Promise<void>;
  /** Writes now what is to be written soon. */
  hurry(): void;
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

/** How long nothing is written of what is to be written soon. */
const SOON_MS = 1;

/** Lines that wait for the next write. */
interface Waiting {
  readonly lines: readonly string[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export function createDecisionLog({ writer, hindrance, elapsed }: DecisionLogParts): DecisionLog {
  let hindered: Hindrance | undefined;
  let closedUntil = -Infinity;
  let waiting: Waiting[] = [];
  let soon: NodeJS.Timeout | undefined;

  async function append(lines: readonly string[]): Promise<void> {
    clearTimeout(soon);
    soon = undefined;
    const together = waiting;
    waiting = [];
    try {
      await writer.appendLines([...together.flatMap((each) => each.lines), ...lines]);
      for (const { resolve } of together) resolve();
    } catch (error) {
      closedUntil = elapsed() + CLOSED_MS;
      for (const { reject } of together) reject(error);
      throw error;
    }
  }

  function hurry(): void {
    // Whoever waits is told of what fails.
    if (waiting.length > 0) append([]).catch(() => undefined);
  }

  return {
    isOpen: () => hindered === undefined && elapsed() >= closedUntil,

    write: (events) => append(linesOf(events)),

    writeSoon: (events) =>
      new Promise((resolve, reject) => {
        waiting.push({ lines: linesOf(events), resolve, reject });
        soon ??= setTimeout(hurry, SOON_MS);
      }),

    hurry,

    async look() {
      hindered = await hindrance().catch(() => hindered);
    },
  };
}

function linesOf(events: readonly TrafficEvent[]): string[] {
  return events.map((event) => JSON.stringify(event));
}
