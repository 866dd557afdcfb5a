import type { LeafChain } from '../../../domain/tenancy/scope.ts';
import { wellFormedJson } from '../../wire/well-formed-json.ts';
import type { LineTrace } from '../lines/line-trace.ts';
import { SET_ASIDE_EVENT, type QuarantineReason } from '../lines/parse-traffic-line.ts';
import type { KnownBy } from './known-by.ts';

/** How much of what could not be read is kept. */
const KEPT_CHARACTERS = 2_000;
/** Of the sentence about it: a line that says more than this of itself could not be read either. */
const KEPT_OF_DETAIL = 1_000;

/** What came in and could not be read, and why. */
interface SetAside {
  readonly reason: QuarantineReason;
  readonly detail: string;
  readonly trace: LineTrace;
  readonly text: string;
  /** Undefined where it does not say. */
  readonly knownBy: KnownBy | undefined;
}

/**
 * A line of the journal for something that came in and could not be read: it says in whose place, when, and why, and can be read whatever
 * the text holds. Its reader sets it aside for that reason, and discloses that something is missing there until the event comes that it
 * is known by. Where it says no time, that of its arrival stands for it.
 */
export function setAsideLine(
  { environment, receivedAt }: { readonly environment: LeafChain; readonly receivedAt: Date },
  { reason, detail, trace, text, knownBy }: SetAside,
): string {
  const line = JSON.stringify({
    event: SET_ASIDE_EVENT,
    scope: {
      organization_id: environment.organizationId,
      workspace_id: environment.workspaceId,
      environment_id: environment.environmentId,
    },
    producer_class: trace.producerClass,
    occurred_at: new Date(trace.atMs ?? receivedAt.getTime()).toISOString(),
    reason,
    detail: detail.slice(0, KEPT_OF_DETAIL),
    text: text.slice(0, KEPT_CHARACTERS),
    known_by: knownBy,
  });
  return wellFormedJson(line);
}
