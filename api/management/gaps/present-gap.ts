import type { KnownGapDocument } from '../../../contracts/management/installation/coverage-gaps.ts';
import type { KnownGap } from '../../../store/ingest/gap-store.ts';

/** A coverage gap in the form of an answer. */
export function presentGap(gap: KnownGap): KnownGapDocument {
  return {
    gap: String(gap.gapId),
    workspace_id: gap.workspaceId,
    ...(gap.environmentId !== undefined && { environment_id: gap.environmentId }),
    producer_class: gap.producerClass,
    from: gap.from.toISOString(),
    to: gap.to.toISOString(),
    cause: gap.cause,
    reason: gap.reason,
    lines: gap.lines,
    ...(gap.closedAt !== undefined && { closed_at: gap.closedAt.toISOString(), close_reason: gap.closeReason }),
  };
}
