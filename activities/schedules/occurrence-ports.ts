import type { FaultPoints } from '../../domain/kernel/fault-points.ts';
import type { IdKind } from '../../domain/kernel/id-prefixes.ts';
import type { OccurrenceTransitions } from '../../store/schedules/occurrence-transitions.ts';
import type { SavedViewStore } from '../../store/views/saved-view-store.ts';
import type { RunPorts } from '../reports/run-ports.ts';

/** The external dependencies of the activities of occurrences. */
export interface OccurrencePorts {
  readonly transitions: OccurrenceTransitions;
  readonly tenancy: RunPorts['tenancy'];
  readonly savedViews: Pick<SavedViewStore, 'find'>;
  readonly newId: (kind: IdKind) => string;
  readonly faultPoints: FaultPoints;
  readonly log: RunPorts['log'];
}
