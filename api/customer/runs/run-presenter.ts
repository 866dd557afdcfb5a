import { findRunWait } from '../../../domain/reports/run-waiting.ts';
import type { ReportRunV1 } from '../../../contracts/reports/report-run.ts';
import type { StoredRun } from '../../../store/reports/report-run-store.ts';
import type { ApiPorts } from '../../ports/ports.ts';

/** Creates the presenter of runs, which adds what they wait for now. */
export async function createRunPresenter({
  clock,
  health,
}: Pick<ApiPorts, 'clock' | 'health'>): Promise<(stored: StoredRun) => ReportRunV1> {
  const lastSeen = await health.heartbeats();
  const now = clock.now();
  return ({ run, occurrenceId }) => {
    const nextTryAt = run.next_try_at === undefined ? undefined : new Date(run.next_try_at);
    const waiting = { state: run.state, isScheduled: occurrenceId !== undefined, nextTryAt };
    const waitsFor = findRunWait(waiting, lastSeen, now);
    return waitsFor === undefined ? run : { ...run, waits_for: waitsFor };
  };
}
