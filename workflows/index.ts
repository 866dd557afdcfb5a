// The registered barrel: every workflow type that a worker of ours can run.
export { reportRun } from './report-run.ts';
export { retentionSweep } from './retention-sweep.ts';
