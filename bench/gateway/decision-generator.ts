import { JournalWriter } from '../../journal/files/journal-writer.ts';
import { makeCallLine } from '../../testing/journal/make-call-line.ts';

/** The environment of the generated calls, which no call of the gateway has. */
export const GENERATED_ENVIRONMENT = 'env_01k9d4w7z2e8sb6f3m5q0v1xya';

const WRITE_MS = 20;

/** A writer of generated calls. */
export interface DecisionGenerator {
  /** The number of calls that were written. */
  readonly written: number;
  /** Stops, and closes the journal. */
  stop(): Promise<void>;
}

/**
 * Writes the lines of calls into a journal at a constant rate, as another gateway would. The id of each request is its
 * number. If a write is late, the next one has more calls.
 */
export function generateDecisions(folder: string, perSecond: number): DecisionGenerator {
  const writer = new JournalWriter({ folder, writerId: 'generated', waitsForDisk: false });
  const startedAt = performance.now();
  const line = makeCallLine({ requestId: 'greq_NUMBER', environmentId: GENERATED_ENVIRONMENT });
  let written = 0;
  let writing = Promise.resolve();
  const write = async (): Promise<void> => {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond);
    const lines: string[] = [];
    for (; written < due; written += 1) lines.push(line.replace('greq_NUMBER', `greq_${written}`));
    if (lines.length > 0) await writer.appendLines(lines);
  };
  const timer = setInterval(() => {
    writing = writing.then(write);
  }, WRITE_MS);
  return {
    get written() {
      return written;
    },
    async stop() {
      clearInterval(timer);
      await writing;
      await writer.close();
    },
  };
}
