import { onTestFinished } from 'vitest';
import { tokenOf } from '../apps/demo-callers.ts';
import { anAnswer } from './answers.ts';
import { ORG, WS } from './demo-ids.ts';
import { runDigestOf, SALT } from './settled-report.ts';
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
      plane.answers.set(runId, anAnswer());
      const artifact_digest = runDigestOf(found.run, anAnswer(), SALT);
      plane.settle(runId, { state: 'ready', artifact_digest, group_count: 1 }, { artifactSalt: SALT });
    }
    return found;
  };
  const baseUrl = await api.app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => api.app.close());
  return { baseUrl, token: tokenOf('owner'), organizationId: ORG, workspaceId: WS };
}
