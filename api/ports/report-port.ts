import type { ReportRunStore } from '../../store/reports/report-run-store.ts';
import type { ReportStore } from '../../store/reports/report-store.ts';
import type { RunTransitions } from '../../store/reports/run-transitions.ts';
import type { ReportPort } from './ports.ts';

/** The parts of the report port: the stores, and the only transition of a run that the API itself makes. */
interface ReportParts {
  readonly reports: ReportStore;
  readonly runs: ReportRunStore;
  readonly transitions: Pick<RunTransitions, 'cancel'>;
  readonly hasWorker: boolean;
}

/** Creates the report port from its parts. */
export function createReportPort({ reports, runs, transitions, hasWorker }: ReportParts): ReportPort {
  return {
    ...reports,
    ...runs,
    hasWorker,
    async cancelRun(runId) {
      const { cancelled } = await transitions.cancel(runId);
      return cancelled ? (await runs.findRun(runId))?.run : undefined;
    },
  };
}
