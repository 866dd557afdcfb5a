import { listSegments } from '../../journal/journal-folder.ts';
import { JournalWriter } from '../../journal/journal-writer.ts';
import { demoTraffic, type DemoTrafficPlan } from './demo-traffic.ts';

const WRITER = 'synthetic-demo';

/** Writes the synthetic traffic into the journal unless it was written before. Returns how many events it wrote now. */
export async function writeDemoTraffic(journalFolder: string, plan: DemoTrafficPlan): Promise<number> {
  const segments = await listSegments(journalFolder);
  if (segments.some((name) => name.startsWith(`${WRITER}.`))) return 0;
  const writer = new JournalWriter({ folder: journalFolder, writerId: WRITER, fsync: true });
  const events = demoTraffic(plan);
  try {
    await writer.append(events);
  } finally {
    await writer.close();
  }
  return events.length;
}
