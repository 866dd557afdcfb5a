import { canOpenReport } from '../../domain/tenancy/visibility.ts';
import type { OccurrenceStatus } from '../../domain/schedules/occurrence-status.ts';
import type { DeliverableOccurrence } from '../../store/schedules/occurrence-settling.ts';
import { failTransiently } from '../fail-transiently.ts';
import type { OccurrencePorts } from './occurrence-ports.ts';

/** Settles an occurrence whose run has settled; the present access of each recipient decides. */
export function createDeliverOccurrence(
  ports: OccurrencePorts,
): (input: { occurrenceId: string }) => Promise<OccurrenceStatus> {
  const { transitions, faultPoints, log } = ports;
  return ({ occurrenceId }) =>
    failTransiently(async () => {
      const deliverable = await transitions.findDeliverable(occurrenceId);
      const eligible = deliverable && (await eligibleRecipients(ports, deliverable));
      faultPoints.reach('occurrence.before_delivery');
      const status = await transitions.settle({ occurrenceId, eligible });
      faultPoints.reach('occurrence.after_delivery');
      log.info(
        {
          occurrence_id: occurrenceId,
          run_id: status.runId,
          state: status.state,
          failure_code: status.failureCode,
          delivered: status.deliveredCount,
          suppressed: status.suppressedCount,
        },
        'settled an occurrence',
      );
      return status;
    });
}

async function eligibleRecipients(
  { tenancy }: OccurrencePorts,
  { recipients, reportAudience: audience, scopeEnvironmentIds: environmentIds, workspaceId }: DeliverableOccurrence,
): Promise<readonly string[]> {
  if (recipients.length === 0) return [];
  const [workspace, ...callers] = await Promise.all([
    tenancy.loadTree(workspaceId),
    ...recipients.map((recipient) => tenancy.loadCaller(recipient)),
  ]);
  if (workspace === undefined) return [];
  return callers.flatMap((caller) =>
    caller !== undefined && canOpenReport(caller, workspace, { audience, environmentIds }) ? [caller.subjectId] : [],
  );
}
