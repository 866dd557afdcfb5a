import type { OutcomeRequest } from '../../contracts/judges/accept-outcome.ts';
import type { CapturedContent } from '../../contracts/ingest/events/captured-content.ts';

/** The key of a request's content. */
export function requestContentKey({
  scope,
  logical_request_id: requestId,
  admitted_at: admittedAt,
}: OutcomeRequest): Pick<CapturedContent, 'workspaceId' | 'requestId' | 'admittedAt'> {
  return { workspaceId: scope.workspace_id, requestId, admittedAt: new Date(admittedAt) };
}
