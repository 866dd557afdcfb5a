import type { Activities } from '../reports/create-activities.ts';
import type { OccurrenceStatus } from '../../domain/schedules/occurrence-status.ts';
import { createBeginOccurrence } from './begin-occurrence.ts';
import { createDeliverOccurrence } from './deliver-occurrence.ts';
import type { OccurrencePorts } from './occurrence-ports.ts';
import { createRunOccurrence, type RanOccurrence } from './run-occurrence.ts';

/** The activities of an occurrence's workflow, in addition to those of its run. Each returns the row as it then is. */
export interface OccurrenceActivities {
  /**
   * Makes the run of a claimed occurrence, or ends the occurrence where it may not run any more: the owner's access,
   * the report and the view are looked at as they are now.
   * @throws ApplicationFailure typed with a `TransientCode` when another try may succeed
   */
  beginOccurrence(input: { occurrenceId: string }): Promise<OccurrenceStatus>;
  /**
   * One attempt of the run of an occurrence, and its delivery where that settled the run.
   * @throws as `executeAttempt`
   */
  runOccurrence(input: { occurrenceId: string; runId: string }): Promise<RanOccurrence>;
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
      log.info({ occurrence_id: occurrenceId, attempt, state: status.state }, 'counted a failure of an occurrence');
      return status;
    },

    settleCancelledOccurrence: ({ occurrenceId }) => transitions.cancel(occurrenceId),
  };
}
