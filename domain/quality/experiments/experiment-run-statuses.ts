/** The states of an experiment run. A refused run is kept like a complete one. */
export const EXPERIMENT_RUN_STATUSES = ['running', 'complete', 'refused'] as const;
export type ExperimentRunStatus = (typeof EXPERIMENT_RUN_STATUSES)[number];
