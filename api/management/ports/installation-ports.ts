import type { HealthPort } from '../../ports/ports.ts';
import type { CheckReadiness } from '../../health/readiness.ts';
import type { ComparisonBudgetStore } from '../../../store/comparisons/comparison-budget-store.ts';
import type { GapStore } from '../../../store/ingest/gap-store.ts';
import type { QuarantineStore } from '../../../store/ingest/quarantine-store.ts';
import type { SourceFreshnessReader } from '../../../store/ingest/source-freshness-reader.ts';
import type { ExclusionStore } from '../../../store/insight/exclusion-store.ts';
import type { RetentionStore } from '../../../store/insight/retention-store.ts';
import type { JudgeGauges } from '../../../store/judges/judge-gauges.ts';
import type { NoticeStore } from '../../../store/notices/notice-store.ts';
import type { DeadItemStore } from '../../../store/outbox/dead-item-store.ts';

/** The daily cap of a judging evaluator, from the configuration file. */
interface JudgeCap {
  readonly evaluatorId: string;
  readonly maxNanoUsdPerDay: bigint;
}

/** The state of the installation, and the work that waits for a person. */
export interface InstallationSources {
  readonly checkReadiness: CheckReadiness;
  readonly freshness: SourceFreshnessReader;
  readonly quarantine: QuarantineStore;
  readonly deadItems: DeadItemStore;
  readonly gaps: GapStore;
  readonly comparisonBudgets: ComparisonBudgetStore;
  readonly judgeCaps: readonly JudgeCap[];
  readonly judgeSpend: Pick<JudgeGauges, 'spentToday'>;
  readonly retention: Pick<RetentionStore, 'find'>;
  readonly lastSweep: HealthPort['lastSweep'];
  /** The number of days for which audit rows are kept. */
  readonly auditDays: number;
  readonly exclusions: Pick<ExclusionStore, 'add' | 'remove' | 'listPage'>;
  readonly notices: NoticeStore;
}

/** The ports of the operations on the installation. */
export interface InstallationPorts {
  readonly installation: InstallationSources;
}
