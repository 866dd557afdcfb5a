import type { FaultPoints } from '../../domain/kernel/fault-points.ts';
import type { IdKind } from '../../domain/kernel/ids.ts';
import type { OccurrenceTransitions } from '../../store/schedules/occurrence-transitions.ts';
import type { SavedViewStore } from '../../store/views/saved-views.ts';
import type { RunPorts } from '../reports/ports.ts';

/** Everything that the activities of occurrences reach outside themselves. */
export interface OccurrencePorts {
  readonly transitions: OccurrenceTransitions;
  readonly tenancy: RunPorts['tenancy'];
  readonly savedViews: Pick<SavedViewStore, 'find'>;
  readonly newId: (kind: IdKind) => string;
  readonly faultPoints: FaultPoints;
  readonly log: RunPorts['log'];
}
