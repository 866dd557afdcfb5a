import { listSegments } from '../../journal/files/journal-folder.ts';
import { JournalWriter } from '../../journal/files/journal-writer.ts';
import { demoTraffic, type DemoTrafficPlan } from './demo-traffic.ts';
import { createJudgedDemo, type JudgedDemo } from './create-judged-demo.ts';

/** The writer of the synthetic traffic: its segments of the journal have this name. */
export const DEMO_WRITER = 'synthetic-demo';

/**
 * Writes the synthetic traffic and people's verdicts on it to the journal, unless an earlier call did. Returns the
 * number of events that this call wrote.
 *
 * @param keepJudged stores the labelled content; nothing is written before it resolves
 */
export async function writeDemoTraffic(
  journalFolder: string,
  plan: DemoTrafficPlan,
  keepJudged: (judged: JudgedDemo) => Promise<void>,
): Promise<number> {
  const segments = await listSegments(journalFolder);
  if (segments.some((name) => name.startsWith(`${DEMO_WRITER}.`))) return 0;
  const writer = new JournalWriter({ folder: journalFolder, writerId: DEMO_WRITER, waitsForDisk: true });
  const traffic = demoTraffic(plan);
  const judged = createJudgedDemo(traffic);
  const events = [...traffic, ...judged.labels];
  try {
    await keepJudged(judged);
    await writer.append(events);
  } finally {
    await writer.close();
  }
  return events.length;
}
