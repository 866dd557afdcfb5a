import type { OccurrenceStatus } from '../../domain/schedules/occurrence-status.ts';
import { createBeginOccurrence } from './begin-occurrence.ts';
import { createDeliverOccurrence } from './deliver-occurrence.ts';
import type { OccurrencePorts } from './occurrence-ports.ts';

/** What the workflow of an occurrence calls, beside the activities of its run. Each returns the row as it then is. */
export interface OccurrenceActivities {
  /**
   * Makes the run of a claimed occurrence, or ends the occurrence where it may not run any more: the owner's access, the
   * report and the view are looked at as they are now.
   * @throws ApplicationFailure typed with a `TransientCode` when another try may succeed
   */
  beginOccurrence(input: { occurrenceId: string }): Promise<OccurrenceStatus>;
  /**
   * Settles an occurrence whose run has settled, with an inbox item for each recipient who can open the run now.
   * @throws as `beginOccurrence`
   */
  deliverOccurrence(input: { occurrenceId: string }): Promise<OccurrenceStatus>;
  countOccurrenceFailure(input: { occurrenceId: string; attempt: number; detail: string }): Promise<OccurrenceStatus>;
  settleCancelledOccurrence(input: { occurrenceId: string }): Promise<OccurrenceStatus>;
}

/** Binds the activities of occurrences to the stores. */
export function createOccurrenceActivities(ports: OccurrencePorts): OccurrenceActivities {
  const { transitions, log } = ports;
  return {
    beginOccurrence: createBeginOccurrence(ports),
    deliverOccurrence: createDeliverOccurrence(ports),

    async countOccurrenceFailure(failed) {
      const status = await transitions.countFailure(failed);
      const { occurrenceId, attempt } = failed;
      log.info({ occurrence_id: occurrenceId, attempt, state: status.state }, 'counted a failure of an occurrence');
      return status;
    },

    settleCancelledOccurrence: ({ occurrenceId }) => transitions.cancel(occurrenceId),
  };
}
