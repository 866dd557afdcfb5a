import type { IngestScopeStore } from '../../store/ingest/ingest-scope-store.ts';
import type { LoadingPorts } from './loading/load-batches.ts';
import type { PlanningPorts } from './planning/plan-next.ts';

/** The ports that load events into the facts. */
export interface IndexerPorts extends PlanningPorts, LoadingPorts {
  readonly scopes: IngestScopeStore;
}
