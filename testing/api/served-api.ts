import { onTestFinished } from 'vitest';
import { callerToken } from '../apps/demo-callers.ts';
import { makeAnswer } from './answers.ts';
import { ORGANIZATION_ID, WORKSPACE_ID } from './demo-ids.ts';
import { computeRunDigest, RUN_SALT } from './settled-report.ts';
import { TestApi } from './test-api.ts';

/** The address of a served API and its accepted tokens, as options of clients. */
export interface ServedApi {
  readonly baseUrl: string;
  readonly token: string;
  readonly organizationId: string;
  readonly workspaceId: string;
}

/** Serves an API on a real port until the test ends. A run is queued at its first read and ready at each later read. */
export async function serveApi(change: ConstructorParameters<typeof TestApi>[0] = {}): Promise<ServedApi> {
  const api = new TestApi(change);
  const { plane } = api;
  const findRun = plane.reports.findRun.bind(plane.reports);
  plane.reports.findRun = async (runId) => {
    const found = await findRun(runId);
    if (found?.run.state === 'queued') {
      plane.answers.set(runId, makeAnswer());
      const artifact_digest = computeRunDigest(found.run, makeAnswer(), RUN_SALT);
      plane.settle(runId, { state: 'ready', artifact_digest, group_count: 1 }, { artifactSalt: RUN_SALT });
    }
    return found;
  };
  const baseUrl = await api.app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => api.app.close());
  return { baseUrl, token: callerToken('owner'), organizationId: ORGANIZATION_ID, workspaceId: WORKSPACE_ID };
}
