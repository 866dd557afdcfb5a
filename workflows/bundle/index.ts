// The workflow types that our workers can run; the bundle starts from this file.
export { comparisonRun } from '../comparisons/comparison-run.ts';
export { calibrationFit } from '../quality/calibration-fit.ts';
export { experimentRun } from '../quality/experiment-run.ts';
export { judgeSweep } from '../judges/judge-sweep.ts';
export { judgeTraffic } from '../judges/judge-traffic.ts';
export { judgeValidation } from '../judges/judge-validation.ts';
export { dispatchWorkspace } from '../schedules/dispatch-workspace.ts';
export { reportOccurrence } from '../schedules/report-occurrence.ts';
export { reportRun } from '../reports/report-run.ts';
export { retentionSweep } from '../installation/retention-sweep.ts';
