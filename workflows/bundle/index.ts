// The registered barrel: every workflow type that a worker of ours can run.
export { comparisonRun } from '../comparisons/comparison-run.ts';
export { judgeSweep } from '../judges/judge-sweep.ts';
export { judgeTraffic } from '../judges/judge-traffic.ts';
export { judgeValidation } from '../judges/judge-validation.ts';
export { dispatchWorkspace } from '../schedules/dispatch-workspace.ts';
export { reportOccurrence } from '../schedules/report-occurrence.ts';
export { reportRun } from '../reports/report-run.ts';
export { retentionSweep } from '../installation/retention-sweep.ts';
