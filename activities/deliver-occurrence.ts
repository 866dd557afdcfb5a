import { covers, mayEnter } from '../domain/access/resolve.ts';
import type { Caller, WorkspaceTree } from '../domain/access/scope.ts';
import type { OccurrenceStatus } from '../domain/occurrence-status.ts';
import type { DeliverableOccurrence } from '../store/occurrence-settling.ts';
import { orTransient } from './or-transient.ts';
import type { OccurrencePorts } from './occurrence-ports.ts';

/** Settles an occurrence whose run has settled; each recipient's access is looked at as it is now. */
export function createDeliverOccurrence(
  ports: OccurrencePorts,
): (input: { occurrenceId: string }) => Promise<OccurrenceStatus> {
  const { transitions, faultPoints, log } = ports;
  return ({ occurrenceId }) =>
    orTransient(async () => {
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
  deliverable: DeliverableOccurrence,
): Promise<readonly string[]> {
  const { recipients, reportAudience, workspaceId } = deliverable;
  const candidates = recipients.filter((recipient) => reportAudience.includes(recipient));
  if (candidates.length === 0) return [];
  const [workspace, ...callers] = await Promise.all([
    tenancy.loadTree(workspaceId),
    ...candidates.map((candidate) => tenancy.loadCaller(candidate)),
  ]);
  if (workspace === undefined) return [];
  return callers.flatMap((caller) =>
    caller !== undefined && mayOpen(caller, workspace, deliverable) ? [caller.subjectId] : [],
  );
}

/** Whether the run exists for somebody; a frozen scope that names no leaf is unknown, and what is unknown is concealed. */
function mayOpen(caller: Caller, workspace: WorkspaceTree, { scopeEnvironmentIds }: DeliverableOccurrence): boolean {
  return (
    mayEnter(caller, workspace) &&
    scopeEnvironmentIds.length > 0 &&
    covers(caller, workspace, scopeEnvironmentIds, 'metadata.read')
  );
}
