import { Refusal } from '../../../domain/kernel/errors.ts';
import type { TrafficPort } from '../../ports.ts';

/**
 * Lines on the disk when this returns.
 *
 * @throws Refusal `dependency_unavailable` where the journal cannot be written
 */
export async function keepLines(journal: Pick<TrafficPort, 'append'>, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  try {
    await journal.append(lines);
  } catch (cause) {
    const detail = 'The journal cannot be written: nobody can say whether this request is kept. Send it again.';
    throw new Refusal('dependency_unavailable', detail, { cause });
  }
}
