import type { ExclusionDocument } from '../../../contracts/management/installation/exclusions.ts';
import type { RecordedExclusion } from '../../../store/insight/exclusion-store.ts';

/** An exclusion in the form of an answer. */
export function presentExclusion(exclusion: RecordedExclusion): ExclusionDocument {
  return {
    exclusion_id: exclusion.exclusionId,
    workspace_id: exclusion.workspaceId,
    node_id: exclusion.nodeId,
    from: exclusion.from.toISOString(),
    to: exclusion.to.toISOString(),
    reason: exclusion.reason,
    created_at: exclusion.createdAt.toISOString(),
  };
}
