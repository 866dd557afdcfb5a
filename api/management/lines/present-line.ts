import type { QuarantinedLineDocument } from '../../../contracts/management/installation/quarantined-lines.ts';
import type { QuarantinedLine } from '../../../store/ingest/quarantine-store.ts';

/** A quarantined line in the form of an answer, without its text. */
export function presentLine(line: QuarantinedLine): QuarantinedLineDocument {
  return {
    line: String(line.arrivalSeq),
    reason: line.reason,
    detail: line.detail,
    source: line.sourceKind,
    location: line.location,
    set_aside_at: line.setAsideAt.toISOString(),
    ...(line.discardedAt !== undefined && {
      discarded_at: line.discardedAt.toISOString(),
      discard_reason: line.discardReason,
    }),
  };
}
