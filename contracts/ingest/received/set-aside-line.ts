import type { LeafChain } from '../../../domain/tenancy/scope.ts';
import { SET_ASIDE_EVENT, type QuarantineReason } from '../parse-traffic-line.ts';

/** How much of what could not be read is kept. */
const KEPT_CHARACTERS = 2_000;

/**
 * A line of the journal for something that came in and could not be read: it says in whose place, when, and why. Its reader
 * sets it aside for that reason, and discloses that something is missing there.
 */
export function setAsideLine(
  environment: LeafChain,
  receivedAt: Date,
  fault: { readonly reason: QuarantineReason; readonly detail: string },
  text: string,
): string {
  return JSON.stringify({
    event: SET_ASIDE_EVENT,
    scope: { organization_id: environment.organizationId, workspace_id: environment.workspaceId },
    occurred_at: receivedAt.toISOString(),
    reason: fault.reason,
    detail: fault.detail,
    text: text.slice(0, KEPT_CHARACTERS).replaceAll(/\p{Surrogate}/gu, '\ufffd'),
  });
}
