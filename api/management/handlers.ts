/**
 * The handler of every operation of the management plane. This file is made from the operations that are declared and the files
 * next to it: run `npm run generate` after a change, and edit nothing here.
 */
import type { ManagementOperationName } from '../../contracts/management/operations.ts';
import type { ManagementHandler } from './lane/management-handler-of.ts';
import { claimRows } from './annotation/claim-rows.ts';
import { listDisagreements } from './judges/list-disagreements.ts';
import { listFailures } from './judges/list-failures.ts';
import { listJudges } from './judges/list-judges.ts';
import { logIn } from './sessions/log-in.ts';
import { logOut } from './sessions/log-out.ts';
import { purgeCache } from './cache/purge-cache.ts';
import { readCacheEvidence } from './cache/read-cache-evidence.ts';
import { readCachePreview } from './cache/read-cache-preview.ts';
import { readCacheStats } from './cache/read-cache-stats.ts';
import { readCapabilities } from './capabilities/read-capabilities.ts';
import { readJudgeHistory } from './judges/read-judge-history.ts';
import { readMe } from './sessions/read-me.ts';
import { readPassRate } from './judges/read-pass-rate.ts';
import { readProgress } from './annotation/read-progress.ts';
import { releaseRows } from './annotation/release-rows.ts';
import { sendOtelOutcomes } from './outcomes/send-otel-outcomes.ts';
import { sendOutcomes } from './outcomes/send-outcomes.ts';

export const MANAGEMENT_HANDLERS: Readonly<Record<ManagementOperationName, ManagementHandler>> = {
  'management.capabilities.get': readCapabilities,
  'management.me.get': readMe,
  'management.login': logIn,
  'management.logout': logOut,
  'management.annotation_queue.claim': claimRows,
  'management.annotation_queue.release': releaseRows,
  'management.annotation_queue.progress': readProgress,
  'management.judges.list': listJudges,
  'management.judges.history': readJudgeHistory,
  'management.judges.disagreements': listDisagreements,
  'management.judges.failures': listFailures,
  'management.judges.pass_rate': readPassRate,
  'management.outcomes.send': sendOutcomes,
  'management.outcomes.send_otel': sendOtelOutcomes,
  'management.cache.stats': readCacheStats,
  'management.cache.evidence': readCacheEvidence,
  'management.cache.preview': readCachePreview,
  'management.cache.purge': purgeCache,
};
