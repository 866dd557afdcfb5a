import type { LeafChain } from '../../../domain/tenancy/scope.ts';
import { SET_ASIDE_EVENT, type QuarantineReason } from '../parse-traffic-line.ts';
import type { KnownBy } from './known-by.ts';

/** How much of what could not be read is kept. */
const KEPT_CHARACTERS = 2_000;

/** What came in and could not be read, and why. */
interface SetAside {
  readonly reason: QuarantineReason;
  readonly detail: string;
  readonly text: string;
  /** Undefined where it does not say. */
  readonly knownBy: KnownBy | undefined;
}

/**
 * A line of the journal for something that came in and could not be read: it says in whose place, when, and why. Its reader
 * sets it aside for that reason, and discloses that something is missing there until the event comes that it is known by.
 */
export function setAsideLine(
  environment: LeafChain,
  receivedAt: Date,
  { reason, detail, text, knownBy }: SetAside,
): string {
  return JSON.stringify({
    event: SET_ASIDE_EVENT,
    scope: { organization_id: environment.organizationId, workspace_id: environment.workspaceId },
    occurred_at: receivedAt.toISOString(),
    reason,
    detail,
    text: text.slice(0, KEPT_CHARACTERS).replaceAll(/\p{Surrogate}/gu, '\ufffd'),
    known_by: knownBy,
  });
}
