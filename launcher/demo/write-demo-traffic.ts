import type { TrafficEvent } from '../../contracts/ingest/events/traffic-event.ts';
import { listSegments, openJournalFolder } from '../../journal/files/journal-folder.ts';
import { JournalWriter } from '../../journal/files/journal-writer.ts';
import { createJudgedDemo, type JudgedDemo } from './create-judged-demo.ts';
import { DEMO_DAYS, demoTraffic, type DemoTrafficPlan } from './demo-traffic.ts';

/** The writers of the demo: its segments of the journal have these names. */
export const DEMO_WRITERS = { traffic: 'synthetic-demo', outcomes: 'synthetic-demo-outcomes' } as const;

type DemoWriter = (typeof DEMO_WRITERS)[keyof typeof DEMO_WRITERS];

const DAY_MS = 86_400_000;

/**
 * Writes the synthetic traffic to the journal, unless an earlier call did. Returns the number of events that this call
 * wrote.
 */
export async function writeDemoTraffic(journalFolder: string, plan: DemoTrafficPlan): Promise<number> {
  if (await hasWritten(journalFolder, DEMO_WRITERS.traffic)) return 0;
  return append(journalFolder, DEMO_WRITERS.traffic, demoTraffic(plan));
}

/**
 * Writes the outcomes of the synthetic traffic that the journal has, unless an earlier call did. Returns the number of
 * events that this call wrote. Without synthetic traffic, it writes none.
 *
 * @param keepJudged stores the content; nothing is written before it resolves
 */
export async function writeDemoOutcomes(
  journalFolder: string,
  plan: Omit<DemoTrafficPlan, 'now'>,
  keepJudged: (judged: JudgedDemo) => Promise<void>,
): Promise<number> {
  if (await hasWritten(journalFolder, DEMO_WRITERS.outcomes)) return 0;
  const now = await readDemoEnd(journalFolder);
  if (now === undefined) return 0;
  const judged = createJudgedDemo(demoTraffic({ ...plan, now }));
  await keepJudged(judged);
  return append(journalFolder, DEMO_WRITERS.outcomes, [...judged.verdicts, ...judged.labels]);
}

async function append(folder: string, writerId: DemoWriter, events: readonly TrafficEvent[]): Promise<number> {
  const writer = new JournalWriter({ folder, writerId, waitsForDisk: true });
  try {
    await writer.append(events);
  } finally {
    await writer.close();
  }
  return events.length;
}

async function hasWritten(journalFolder: string, writer: DemoWriter): Promise<boolean> {
  return (await listSegments(journalFolder)).some((name) => name.startsWith(`${writer}.`));
}

/**
 * The time for which the synthetic traffic of a journal was made. Its first line is the release at the start of the
 * traffic. Undefined without such a line.
 */
async function readDemoEnd(journalFolder: string): Promise<Date | undefined> {
  const sources = await openJournalFolder(journalFolder).sources();
  const first = sources.find(({ id }) => id.startsWith(`journal:${DEMO_WRITERS.traffic}.`));
  const { lines = [] } = (await first?.read(0n, { lines: 1, bytes: 1 })) ?? {};
  const [line] = lines;
  const event = line === undefined ? undefined : (JSON.parse(line) as TrafficEvent);
  if (event?.event !== 'release_marker') return undefined;
  return new Date(Date.parse(event.occurred_at) + DEMO_DAYS * DAY_MS);
}
