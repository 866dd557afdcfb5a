import type pg from 'pg';
import type { ConfigurationFile } from '../../contracts/management/configuration-file.ts';
import { judgingEvaluators } from '../../domain/judges/work/judging-evaluator.ts';
import { createComparisonBudgetStore } from '../../store/comparisons/comparison-budget-store.ts';
import { createGapStore } from '../../store/ingest/gap-store.ts';
import { createQuarantineStore } from '../../store/ingest/quarantine-store.ts';
import { createSourceFreshnessReader } from '../../store/ingest/source-freshness-reader.ts';
import { createExclusionStore } from '../../store/insight/exclusion-store.ts';
import { createRetentionStore } from '../../store/insight/retention-store.ts';
import { createJudgeGauges } from '../../store/judges/judge-gauges.ts';
import { createNoticeStore } from '../../store/notices/notice-store.ts';
import { createDeadItemStore } from '../../store/outbox/dead-item-store.ts';
import { createReadinessCheck } from '../health/readiness.ts';
import type { InstallationSources } from '../management/ports/installation-ports.ts';
import type { ApiPorts } from '../ports/ports.ts';

/** The state of the installation, for the management plane. */
export function createInstallationSources(
  pool: pg.Pool,
  ports: Pick<ApiPorts, 'clock' | 'health' | 'isStopping'> & Pick<InstallationSources, 'auditDays'>,
  evals: ConfigurationFile['evals'],
): InstallationSources {
  const { clock, health, auditDays } = ports;
  return {
    checkReadiness: createReadinessCheck(ports),
    freshness: createSourceFreshnessReader(pool, clock),
    quarantine: createQuarantineStore(pool, clock),
    deadItems: createDeadItemStore(pool, clock),
    gaps: createGapStore(pool, clock),
    comparisonBudgets: createComparisonBudgetStore(pool, clock),
    judgeCaps: judgingEvaluators(evals),
    judgeSpend: createJudgeGauges(pool, clock),
    retention: createRetentionStore(pool),
    lastSweep: () => health.lastSweep(),
    auditDays,
    exclusions: createExclusionStore(pool, clock),
    notices: createNoticeStore(pool, clock),
  };
}
