import { isSettled } from '../../domain/reports/report-run.ts';
import type { AttemptStatus } from '../../domain/reports/run-status.ts';
import type { OccurrenceStatus } from '../../domain/schedules/occurrence-status.ts';
import type { Activities } from '../reports/create-activities.ts';
import type { createDeliverOccurrence } from './deliver-occurrence.ts';
import type { OccurrencePorts } from './occurrence-ports.ts';

/**
 * The state of an occurrence's run after an attempt, and of the occurrence after its delivery; absent without a
 * delivery.
 */
export interface OccurrenceRunResult {
  readonly run: AttemptStatus;
  readonly occurrence?: OccurrenceStatus;
}

interface RunOccurrenceParts extends Pick<Activities, 'executeAttempt'>, Pick<OccurrencePorts, 'log'> {
  readonly deliverOccurrence: ReturnType<typeof createDeliverOccurrence>;
}

/**
 * Runs and delivers an occurrence in one activity, because each further activity costs Temporal six events. A delivery
 * that fails is left to a separate step, whose tries are counted; the result of the attempt stays valid.
 */
export function createRunOccurrence({
  executeAttempt,
  deliverOccurrence,
  log,
}: RunOccurrenceParts): (input: { occurrenceId: string; runId: string }) => Promise<OccurrenceRunResult> {
  return async ({ occurrenceId, runId }) => {
    const run = await executeAttempt({ runId });
    if (!isSettled(run.state)) return { run };
    try {
      return { run, occurrence: await deliverOccurrence({ occurrenceId }) };
    } catch (error) {
      log.warn({ err: error, occurrence_id: occurrenceId, run_id: runId }, 'delivery failed; another step retries it');
      return { run };
    }
  };
}
