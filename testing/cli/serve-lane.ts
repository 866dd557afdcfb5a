import { onTestFinished } from 'vitest';
import { SUBJECTS, ORGANIZATION_ID, WORKSPACE_ID, type SubjectName } from '../api/demo-ids.ts';
import { ENVIRONMENT_IDS } from '../api/made-route.ts';
import { TestApi } from '../api/test-api.ts';
import { makeToken } from '../../store/tenancy/credential-token.ts';
import { runTt, type RunOfTt } from './run-tt.ts';

/** A request that the API got, and the bytes of its answer. */
interface ServedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly answer: string;
}

interface TtOptions {
  readonly as?: SubjectName;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** An API on a real port, and `tt` with its address, its ids and a key. */
export interface ServedLane {
  readonly api: TestApi;
  readonly baseUrl: string;
  /** The requests so far, oldest first. */
  readonly requests: readonly ServedRequest[];
  /** The key of a caller. The keys of other tests have no checksum, and `tt` refuses them. */
  readonly keyOf: (name: SubjectName) => string;
  /** Runs `tt cloud` with these words. */
  readonly tt: (words: readonly string[], options?: TtOptions) => Promise<RunOfTt>;
}

/** Serves an API until the test ends. */
export async function serveLane(): Promise<ServedLane> {
  const api = new TestApi({});
  const requests: ServedRequest[] = [];
  api.app.addHook('onSend', (request, _reply, payload, done) => {
    const { method, url, headers } = request;
    requests.push({ method, url, headers, answer: typeof payload === 'string' ? payload : '' });
    done(null, payload);
  });
  const keys = new Map<SubjectName, string>();
  const keyOf = (name: SubjectName): string => {
    const key = keys.get(name) ?? makeToken('management').token;
    keys.set(name, key);
    api.plane.tokens.set(key, { subjectId: SUBJECTS[name], class: 'management' });
    return key;
  };
  const baseUrl = await api.app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => api.app.close());
  return {
    api,
    baseUrl,
    requests,
    keyOf,
    tt: (words, { as = 'owner', input = '', env = {} } = {}) =>
      runTt(['cloud', ...words], {
        input,
        env: {
          TRUETALLY_BASE_URL: baseUrl,
          TRUETALLY_MANAGEMENT_KEY: keyOf(as),
          TRUETALLY_ORGANIZATION: ORGANIZATION_ID,
          TRUETALLY_WORKSPACE: WORKSPACE_ID,
          TRUETALLY_APPLICATION: ENVIRONMENT_IDS.applicationId,
          TRUETALLY_GATEWAY: ENVIRONMENT_IDS.gatewayId,
          TRUETALLY_ENVIRONMENT: ENVIRONMENT_IDS.environmentId,
          TZ: 'Europe/Berlin',
          ...env,
        },
      }),
  };
}
