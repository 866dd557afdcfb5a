import { describe, expect, it } from 'vitest';
import {
  createManagementClient,
  type ManagementClient,
} from '../../../clients/typescript/management/management-client.ts';
import { LANE_PATH, OPERATIONS, type OperationName } from '../../../clients/typescript/management/operations.ts';
import type { Fetch } from '../../../clients/typescript/transport/transport.ts';
import { subjectIdOf } from '../../../contracts/judges/subject-id-of.ts';
import { MANAGEMENT_OPERATIONS } from '../../../contracts/management/operations.ts';
import { MANAGEMENT_PATH } from '../../../contracts/management/root.ts';
import { SCOPES } from '../../../domain/management/scopes.ts';
import { type DescribedOperation, describedManagementOperations } from '../../../testing/api/described-api.ts';
import { MANAGEMENT_BODIES } from '../../../testing/apps/management-bodies.ts';
import {
  createManagementFixture,
  logInAsAda,
  SIGN_ON,
  type ManagementFixture,
} from '../../../testing/apps/management-fixture.ts';
import { MANAGEMENT_CALLS } from '../../../testing/clients/management-calls.ts';
import { RUNNING_RUN } from '../../../testing/quality/fake-experiments.ts';

const NAMES = Object.keys(OPERATIONS) as OperationName[];

async function described(name: OperationName): Promise<DescribedOperation> {
  const found = (await describedManagementOperations()).filter(({ operationId }) => operationId === name);
  expect(found).toHaveLength(1);
  return found[0]!;
}

/** Every function of the client by its path in it. */
function methodsOf(part: object, path = ''): string[] {
  return Object.entries(part).flatMap(([name, member]) =>
    typeof member === 'function' ? [path + name] : methodsOf(member as object, `${path}${name}.`),
  );
}

/** The operations that nothing protects against a second write. */
const NEVER_REPEATED: readonly string[] = [
  'management.login',
  'management.sign_on.complete',
  'management.me.change_password',
  'management.users.create',
  'management.users.reset_password',
  'management.tokens.create',
  'management.annotation_queue.claim',
  'management.exclusions.add',
  'management.experiments.create',
  'management.experiments.run',
  'management.calibrations.fit',
  'management.calibrations.activate',
];

type OpenSession = (plane: ManagementFixture) => Record<string, string> | Promise<Record<string, string>>;

/** The cookies of operations that a browser calls. */
const COOKIES: Partial<Record<OperationName, OpenSession>> = {
  'management.logout': logInAsAda,
  'management.me.change_password': logInAsAda,
  'management.me.bind_subject': logInAsAda,
  'management.sign_on.complete': () => SIGN_ON.headers,
};

interface Sent {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

async function sentBy(name: OperationName): Promise<Sent> {
  const sent: Sent[] = [];
  const client = createManagementClient({
    baseUrl: 'http://api.test',
    token: 'ttp_x',
    fetch: (url, { method, headers, body }) => {
      sent.push({ method, url: new URL(url), headers, body });
      return Promise.reject(new TypeError('fetch failed'));
    },
  });
  await MANAGEMENT_CALLS[name].send(client).catch(() => undefined);
  expect(sent).toHaveLength(1);
  return sent[0]!;
}

describe('the client of the management plane', () => {
  it('has a method for each described operation', async () => {
    const operations = await describedManagementOperations();
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual([...NAMES].sort());
    const client: ManagementClient = createManagementClient({ baseUrl: 'http://x' });
    expect(methodsOf(client).sort()).toEqual(NAMES.map((name) => MANAGEMENT_CALLS[name].method).sort());
    expect(LANE_PATH).toBe(MANAGEMENT_PATH);
  });

  it('names its methods like the operations in the document', () => {
    const camel = (name: string) => name.replaceAll(/_(.)/g, (_all, letter: string) => letter.toUpperCase());
    for (const name of NAMES) expect(MANAGEMENT_CALLS[name].method).toBe(camel(name.replace('management.', '')));
  });
});

describe.each(NAMES)('%s', (name) => {
  it('is sent as the document describes it: method, path, query and body', async () => {
    const { method, path, parameters, requestBody } = await described(name);
    const { url, ...sent } = await sentBy(name);
    expect([sent.method, LANE_PATH + OPERATIONS[name].path]).toEqual([method, path]);
    const given = url.pathname.split('/');
    expect(given).toEqual(path.split('/').map((part, index) => (part.startsWith('{') ? given[index] : part)));
    const queries = parameters.filter((one) => one.in === 'query').map((one) => one.name);
    expect([...url.searchParams.keys()].sort()).toEqual(queries.sort());
    const takesBody = requestBody !== undefined && MANAGEMENT_BODIES[name] !== null;
    expect(sent.body !== undefined).toBe(takesBody);
    expect(sent.headers['authorization']).toBe('Bearer ttp_x');
    expect(sent.headers['content-type']).toBe(takesBody ? 'application/json' : undefined);
  });

  it('expects the described success status, and retries only if a repetition changes nothing', async () => {
    const { responses } = await described(name);
    const { success, repeatable } = OPERATIONS[name];
    expect(Object.keys(responses).filter((status) => Number(status) < 400)).toEqual([String(success)]);
    expect(repeatable === 'never').toBe(NEVER_REPEATED.includes(name));
  });

  it('gets answers from the service', async () => {
    const hasCookie = COOKIES[name] !== undefined;
    const { asked, subject } = await servedPlane(COOKIES[name]);
    const answer = await MANAGEMENT_CALLS[name].send(asked(hasCookie ? undefined : 'known'), subject);
    const isStream = 'content' in MANAGEMENT_OPERATIONS[name].answer;
    expect(answer).toEqual({
      [isStream ? 'events' : 'data']: expect.any(Object) as unknown,
      requestId: expect.stringMatching(/^req_[0-9a-z]{26}$/) as unknown,
    });
  });
});

describe.each(NAMES.filter((name) => !('isOpen' in MANAGEMENT_OPERATIONS[name])))('%s', (name) => {
  it('is refused with the problem of its lane', async () => {
    const { asked, subject } = await servedPlane();
    await expect(MANAGEMENT_CALLS[name].send(asked('unknown'), subject)).rejects.toMatchObject({
      name: 'ManagementProblemError',
      status: 401,
      type: '/tt/api/problems/unauthenticated',
      code: 'unauthenticated',
      nextAction: '',
      errors: [],
      requestId: expect.stringMatching(/^req_/) as unknown,
    });
  });
});

/** A management plane on a real port, with one judge, and clients of it. */
async function servedPlane(openSession: OpenSession = () => ({})) {
  const judge = { judge_id: 'j', model: 'm', prompt_sha: 'p', eval_ver: '1', metric: 'safety', segment: '' };
  const plane = createManagementFixture({ token: { role: 'admin', scopes: SCOPES }, role: 'admin' });
  plane.judges.push(judge);
  plane.experiments.runs.push(RUNNING_RUN);
  // A browser sends the cookie from a page on the plane's own host.
  const cookie = await openSession(plane);
  const baseUrl = await plane.app.listen({ port: 0, host: '127.0.0.1' });
  const fetchOne: Fetch = (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...cookie } });
  return {
    asked: (token: string | undefined) => createManagementClient({ baseUrl, token, fetch: fetchOne }),
    subject: subjectIdOf(judge),
  };
}
