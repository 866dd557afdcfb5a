import type { Activities } from '../reports/create-activities.ts';
import type { OccurrenceStatus } from '../../domain/schedules/occurrence-status.ts';
import { createBeginOccurrence } from './begin-occurrence.ts';
import { createDeliverOccurrence } from './deliver-occurrence.ts';
import type { OccurrencePorts } from './occurrence-ports.ts';
import { createRunOccurrence, type OccurrenceRunResult } from './run-occurrence.ts';

/**
 * The activities of an occurrence's workflow, in addition to those of its run. Each returns the resulting state of the
 * row.
 */
export interface OccurrenceActivities {
  /**
   * Creates the run of a claimed occurrence, or ends the occurrence if it may no longer run. The present access of the
   * owner, report and view decide.
   * @throws ApplicationFailure typed with a `TransientCode` when another try may succeed
   */
  beginOccurrence(input: { occurrenceId: string }): Promise<OccurrenceStatus>;
  /**
   * Makes one attempt of the run of an occurrence, and delivers the run if the attempt settled it.
   * @throws as `executeAttempt`
   */
  runOccurrence(input: { occurrenceId: string; runId: string }): Promise<OccurrenceRunResult>;
  /**
   * Settles an occurrence whose run has settled, with an inbox item for each recipient who can open the run now.
   * @throws as `beginOccurrence`
   */
  deliverOccurrence(input: { occurrenceId: string }): Promise<OccurrenceStatus>;
  countOccurrenceFailure(input: { occurrenceId: string; attempt: number; detail: string }): Promise<OccurrenceStatus>;
  settleCancelledOccurrence(input: { occurrenceId: string }): Promise<OccurrenceStatus>;
}

/** Binds the activities of occurrences to the stores, and to the attempts of their runs. */
export function createOccurrenceActivities(
  ports: OccurrencePorts,
  { executeAttempt }: Pick<Activities, 'executeAttempt'>,
): OccurrenceActivities {
  const { transitions, log } = ports;
  const deliverOccurrence = createDeliverOccurrence(ports);
  return {
    beginOccurrence: createBeginOccurrence(ports),
    runOccurrence: createRunOccurrence({ executeAttempt, deliverOccurrence, log }),
    deliverOccurrence,

    async countOccurrenceFailure(failed) {
      const status = await transitions.countFailure(failed);
      const { occurrenceId, attempt } = failed;
      log.info({ occurrence_id: occurrenceId, attempt, state: status.state }, 'recorded a failure of an occurrence');
      return status;
    },

    settleCancelledOccurrence: ({ occurrenceId }) => transitions.cancel(occurrenceId),
  };
}
