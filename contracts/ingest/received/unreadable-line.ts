import type { LeafChain } from '../../../domain/tenancy/scope.ts';
import { wellFormedJson } from '../../wire/well-formed-json.ts';
import type { LineTrace } from '../lines/line-trace.ts';
import { UNREADABLE_EVENT, type QuarantineReason } from '../lines/parse-traffic-line.ts';
import type { CorrectionIdentity } from './correction-identity.ts';

/** UTF-16 units of unreadable input that are stored. */
const KEPT_CHARACTERS = 2_000;
/** UTF-16 units of the sentence about it that are stored, so that the line stays short enough to be read. */
const KEPT_OF_DETAIL = 1_000;

/** Unreadable input, and the reason. */
interface SetAside {
  readonly reason: QuarantineReason;
  readonly detail: string;
  readonly trace: LineTrace;
  readonly text: string;
  /** The identity of the missing event; undefined if the input does not state it. */
  readonly knownBy: CorrectionIdentity | undefined;
}

/**
 * A line of the journal for unreadable input: its scope, its time and the reason. The line itself is always readable.
 * The indexer quarantines it for that reason, and discloses a missing event until the event with this identity arrives.
 * Input without a time gets that of its arrival.
 */
export function unreadableLine(
  { environment, receivedAt }: { readonly environment: LeafChain; readonly receivedAt: Date },
  { reason, detail, trace, text, knownBy }: SetAside,
): string {
  const line = JSON.stringify({
    event: UNREADABLE_EVENT,
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
