// The registered barrel: every workflow type that a worker of ours can run.
export { dispatchWorkspace } from './dispatch-workspace.ts';
export { reportOccurrence } from './report-occurrence.ts';
export { reportRun } from './report-run.ts';
export { retentionSweep } from './retention-sweep.ts';
