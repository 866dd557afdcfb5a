import type { BatchPlan } from '../../store/ingest/planning/batch-plan.ts';

/** The plan of a batch whose lines give no facts. */
export const EMPTY_PLAN: BatchPlan = {
  eventCounts: {},
  repeated: [],
  late: [],
  opening: [],
  replaced: [],
  folded: new Map(),
  evaluated: new Map(),
  quarantined: [],
  unkept: [],
  gaps: [],
  events: () => new Map(),
  reach: [],
  own: new Map(),
};
