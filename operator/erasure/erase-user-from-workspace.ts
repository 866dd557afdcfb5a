import type pg from 'pg';
import type { AnalyticsClient } from '../../analytics/analytics-client.ts';
import { eraseUserFacts } from '../../analytics/retention/erase-user-facts.ts';
import { findRequestsOfUser } from '../../analytics/retention/find-requests-of-user.ts';
import type { BoundedContentStore } from '../../content/open-content-store.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { createErasedUserStore } from '../../store/ingest/erasure/erased-user-store.ts';
import { userDigest } from '../../store/ingest/erasure/user-digest.ts';
import { withLoadingPaused } from '../../store/ingest/with-loading-paused.ts';
import { createInstallationSecretStore } from '../../store/installation/installation-secret-store.ts';
import { withDatasetBuildsPaused } from '../../store/quality/datasets/dataset-build-guard.ts';
import { eraseDatasetMembers } from '../../store/quality/datasets/erase-dataset-members.ts';
import { eraseExperimentAnswers } from '../../store/quality/experiments/erase-experiment-answers.ts';
import { eraseUserFromReports } from '../../store/reports/erase-user-from-reports.ts';

export interface UserErasureParts {
  readonly pool: pg.Pool;
  readonly clickhouse: AnalyticsClient;
  readonly clock: Clock;
  readonly content: Pick<BoundedContentStore, 'removeRequests'>;
  /** Resolves when every read that began before the call has ended. */
  readonly outlastReads: () => Promise<void>;
}

/** The records from which a user was removed. A repetition finds none. */
export interface UserErasure {
  /** The midnight UTC before which no event has the user. */
  readonly before: Date;
  readonly facts: number;
  readonly contentFiles: number;
  readonly datasetItems: number;
  readonly quarantinedLines: number;
  readonly savedViews: number;
  readonly reportRuns: number;
}

const DAY_MS = 86_400_000;

/**
 * Removes a user from all data of a workspace about events before the next midnight UTC. Facts stay without a user, so
 * totals stay the same. The erasure is recorded first, so that no event that is loaded later restores the user. After
 * an interruption, call it again.
 */
export async function eraseUserFromWorkspace(
  { pool, clickhouse, clock, content, outlastReads }: UserErasureParts,
  { organizationId, workspaceId }: { readonly organizationId: string; readonly workspaceId: string },
  user: string,
): Promise<UserErasure> {
  const before = nextMidnight(clock.now());
  const of = { organizationId, workspaceId, user, before };
  const erased = createErasedUserStore(pool, clock);
  const key = await createInstallationSecretStore(pool, clock).erasedUserKey();
  await erased.record({ workspaceId, digest: userDigest(key, workspaceId, user), before });
  const { facts, contentFiles, datasetItems } = await withLoadingPaused(pool, clock, () =>
    withDatasetBuildsPaused(pool, workspaceId, async () => {
      // Only the facts tell which requests belong to the user, so their content and their items are removed first.
      const removed = await removeRequests({ pool, clickhouse, content, clock }, of);
      const found = await eraseUserFacts(clickhouse, of);
      await erased.removeFromPlans(of);
      return { facts: found, ...removed };
    }),
  );
  const quarantinedLines = await erased.removeFromQuarantine(of);
  // A report that read the facts before may still store its answer.
  await outlastReads();
  const { views: savedViews, runs: reportRuns } = await eraseUserFromReports(pool, clock, of);
  return { before, facts, contentFiles, datasetItems, quarantinedLines, savedViews, reportRuns };
}

function nextMidnight(now: Date): Date {
  return new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
}

/** Removes the content and the items of datasets of the requests that state the user. Returns the numbers of each. */
async function removeRequests(
  { pool, clickhouse, content, clock }: Omit<UserErasureParts, 'outlastReads'>,
  of: Parameters<typeof findRequestsOfUser>[1],
): Promise<Pick<UserErasure, 'contentFiles' | 'datasetItems'>> {
  const { workspaceId } = of;
  let [contentFiles, datasetItems] = [0, 0];
  for await (const { day, requestIds } of findRequestsOfUser(clickhouse, of)) {
    contentFiles += await content.removeRequests(workspaceId, day, requestIds);
    datasetItems += await eraseDatasetMembers(pool, { workspaceId, requestIds }, clock.now());
    await eraseExperimentAnswers(pool, { workspaceId, requestIds }, clock.now());
  }
  return { contentFiles, datasetItems };
}
