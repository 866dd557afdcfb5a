import type { InsightReader } from '../../analytics/insight/insight-reader.ts';
import type { FaultPoints } from '../../domain/kernel/fault-points.ts';
import type { RunTransitions } from '../../store/reports/run-transitions.ts';
import type { TenancyStore } from '../../store/tenancy/tenancy-store.ts';

/** A structured log: members first, then a sentence. */
interface RunLog {
  info(members: object, sentence: string): void;
  warn(members: object, sentence: string): void;
  error(members: object, sentence: string): void;
}

/** The external dependencies of the activities of report runs. */
export interface RunPorts {
  readonly runs: RunTransitions;
  readonly tenancy: Pick<TenancyStore, 'loadCaller' | 'loadTree'>;
  readonly reader: Pick<InsightReader, 'answer'>;
  /** Milliseconds after which a silent reader is given up. */
  readonly readerMs: number;
  readonly faultPoints: FaultPoints;
  readonly newRequestId: () => string;
  readonly newArtifactSalt: () => string;
  readonly log: RunLog;
}
