import { demoTraffic, type DemoTrafficPlan } from './demo-traffic.ts';
import { listSegments } from './journal/journal-folder.ts';
import { JournalWriter } from './journal/journal-writer.ts';

const WRITER = 'synthetic-demo';

/** Writes the synthetic traffic into the journal unless it has been written before. True when it was written now. */
export async function writeDemoTraffic(journalFolder: string, plan: DemoTrafficPlan): Promise<boolean> {
  const segments = await listSegments(journalFolder);
  if (segments.some((name) => name.startsWith(`${WRITER}.`))) return false;
  const writer = new JournalWriter({ folder: journalFolder, writerId: WRITER, fsync: true });
  try {
    await writer.append(demoTraffic(plan));
  } finally {
    await writer.close();
  }
  return true;
}
