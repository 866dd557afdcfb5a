import type { Hindrance, LineWriter } from '../../journal/journal.ts';

/** Whoever waits for lines. Neither of the two throws: others wait for the same write. */
export interface LinesWaiter {
  /** The lines are kept, whatever ends this process. */
  readonly kept: () => void;
  /** Nobody can say whether they are. */
  readonly lost: (error: unknown) => void;
}

/** Where the row of each request is kept: lines of the journal, which the indexer makes facts of. */
export interface DecisionLog {
  /** Whether rows are kept. It asks nobody. */
  isOpen(): boolean;
  /** Whether new requests may be let in: where rows are kept, and where requests are served all the same. */
  letsIn(): boolean;
  /** Keeps lines, in one write with whatever else comes in this turn. */
  keep(lines: readonly string[], waiter: LinesWaiter): void;
  /** The same within moments, with whatever else is written before: a call that is answered at once takes one write in place of two. */
  keepSoon(lines: readonly string[], waiter: LinesWaiter): void;
  /** Resolves when the lines are kept. Rejects when nobody can say whether they are. */
  write(lines: readonly string[]): Promise<void>;
  /** Has what is to be kept soon be written in this turn. */
  hurry(): void;
  /** Measures anew what keeps new lines out; Postgres that does not answer says nothing of the log. */
  look(): Promise<void>;
}

export interface DecisionLogParts {
  readonly writer: Pick<LineWriter, 'appendLines'>;
  readonly hindrance: () => Promise<Hindrance | undefined>;
  /** Whether requests are served while their rows cannot be kept. */
  readonly servesUnlogged: () => boolean;
  /** Told for each waiter whose lines were not kept, and who goes on all the same. */
  readonly onUnlogged: () => void;
  /** Milliseconds that only go on. */
  readonly elapsed: () => number;
}

/**
 * How long nobody is let in after a write that failed, or nothing is written where everybody is all the same; then somebody tries whether
 * the next one is kept.
 */
const CLOSED_MS = 1_000;

/** How long nothing is written of what is to be written soon. */
const SOON_MS = 1;

export function createDecisionLog(parts: DecisionLogParts): DecisionLog {
  const { writer, hindrance, servesUnlogged, onUnlogged, elapsed } = parts;
  let hindered: Hindrance | undefined;
  /** Undefined while no write has failed: most calls need no clock here. */
  let closedUntil: number | undefined;
  let lines: string[] = [];
  let waiters: LinesWaiter[] = [];
  let isDue = false;
  let soon: NodeJS.Timeout | undefined;

  const isFailing = (): boolean => closedUntil !== undefined && elapsed() < closedUntil;
  const isOpen = (): boolean => hindered === undefined && !isFailing();

  /** False where the lines are let go, of which their waiter is told in another turn. */
  function add(more: readonly string[], waiter: LinesWaiter): boolean {
    if (isFailing() && servesUnlogged()) {
      setImmediate(goOnWithout, waiter);
      return false;
    }
    for (const line of more) lines.push(line);
    waiters.push(waiter);
    return true;
  }

  function goOnWithout({ kept }: LinesWaiter): void {
    onUnlogged();
    kept();
  }

  /** One promise for all lines of a write: one for the lines of each call takes as long as the write itself. */
  async function append(): Promise<void> {
    const [appended, told] = [lines, waiters];
    lines = [];
    waiters = [];
    try {
      await writer.appendLines(appended);
    } catch (error) {
      closedUntil = elapsed() + CLOSED_MS;
      if (servesUnlogged()) for (const waiter of told) goOnWithout(waiter);
      else for (const { lost } of told) lost(error);
      return;
    }
    for (const { kept } of told) kept();
  }

  function appendDue(): void {
    isDue = false;
    clearTimeout(soon);
    soon = undefined;
    if (waiters.length > 0) void append();
  }

  function hurry(): void {
    if (isDue) return;
    isDue = true;
    setImmediate(appendDue);
  }

  return {
    isOpen,
    letsIn: () => isOpen() || servesUnlogged(),

    keep(more, waiter) {
      if (add(more, waiter)) hurry();
    },

    keepSoon(more, waiter) {
      if (add(more, waiter)) soon ??= setTimeout(appendDue, SOON_MS);
    },

    write: (more) =>
      new Promise((resolve, reject) => {
        if (add(more, { kept: resolve, lost: reject })) hurry();
      }),

    hurry() {
      if (waiters.length > 0) hurry();
    },

    async look() {
      hindered = await hindrance().catch(() => hindered);
    },
  };
}
