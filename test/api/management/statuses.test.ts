import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { MANAGEMENT_OPERATIONS } from '../../../contracts/management/operations.ts';
import {
  MANAGEMENT_PROBLEMS,
  ManagementProblemSchema,
  type ManagementProblem,
  type ManagementProblemCode,
} from '../../../contracts/management/problem.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { SCOPES } from '../../../domain/management/scopes.ts';
import { MANAGEMENT_BODIES } from '../../../testing/apps/management-bodies.ts';
import { makeGatewayProcess } from '../../../testing/fakes/fleet.ts';
import { BOB } from '../../../testing/fakes/access-administration.ts';
import { ADA, logInAsAda, SIGN_ON } from '../../../testing/apps/management-fixture.ts';
import {
  askedTwice,
  asking,
  askingFor,
  JSON_TYPE,
  missing,
  NAMES,
  type Asking,
  type Case,
  type Cases,
  type Name,
} from './statuses/asking.ts';
import { QUALITY_CASES } from './statuses/quality-cases.ts';

/** The way in which every operation answers with a code, unless `ONLY` has another way for the operation. */
const EVERYWHERE: Cases = {
  bad_request: (name) => asking(name, () => ({ query: { more: '1' } })),
  unauthenticated: (name) => asking(name, () => ({ headers: {} })),
  forbidden: async (name) => await askingFor(name, { token: { role: 'viewer', scopes: [] }, role: 'viewer' }),
  // No path has this method.
  method_not_allowed: (name) => asking(name, () => ({ method: 'PATCH' })),
  payload_too_large: (name) =>
    asking(name, ({ request }) => ({
      headers: { ...request.headers, ...JSON_TYPE },
      payload: `"${'a'.repeat(name.startsWith('management.outcomes') ? 6 * 1_048_576 : 1_048_576)}"`,
    })),
  unsupported_media_type: (name) =>
    asking(name, ({ request }) => ({ headers: { ...request.headers, 'content-type': 'text/plain' }, payload: 'a' })),
  rate_limited: async (name) => {
    const { plane, request } = await askingFor(name, { limits: { requestsPerAddress: 2 } });
    for (let asked = 0; asked < 2; asked += 1) await plane.app.inject({ url: '/tt/api/v1/capabilities' });
    return { plane, request };
  },
  internal: (name) => failing(name, new Error('A defect.')),
  dependency_unavailable: (name) => failing(name, new Refusal('dependency_unavailable', 'Postgres is away.')),
};

const queueOff: Case = async (name) => {
  const asked = await askingFor(name);
  asked.plane.annotationQueue = false;
  return asked;
};

const cacheOff: Case = async (name) => {
  const asked = await askingFor(name);
  asked.plane.cache.isOn = false;
  return asked;
};

/** The cases of reads of one judge. */
function ofOneJudge(of: string): Cases {
  return {
    feature_absent: (name) => askingFor(name, { isWithoutFacts: true }),
    not_found: (name) => asking(name, () => ({ url: `/tt/api/v1/evals/judges/000000000000/${of}` })),
  };
}

/** A session with a one-time password, which opens only the change of the password. */
const oneTime: Case = async (name) => {
  const asked = await askingFor(name, { mustChangePassword: true });
  return { ...asked, request: { ...asked.request, headers: await logInAsAda(asked.plane) } };
};

/** A change of the last admin. */
const ofLastAdmin: Case = async (name) => {
  const asked = await askingFor(name);
  asked.plane.accessAdministration.isLastAdmin = true;
  return asked;
};

/** Returns the cases of an operation on a user, below the path of the user. */
function ofOneUser(path = ''): Cases {
  return { not_found: missing(`/users/usr_00000000000000000000000099${path}`) };
}

/** Returns the case of a provider that answers with an error. */
function withProviderFault(fault: Error): Case {
  return async (name) => {
    const asked = await askingFor(name);
    asked.plane.signOn.fault = fault;
    return asked;
  };
}

/** The cases of sign-ons, which need no credential. */
const OF_SIGN_ONS: Cases = {
  forbidden: (name) => asking(name, () => ({ headers: { 'sec-fetch-site': 'cross-site' } })),
  internal: withProviderFault(new Error('A defect.')),
  dependency_unavailable: withProviderFault(new Refusal('dependency_unavailable', 'The provider is away.')),
  async feature_absent(name) {
    const asked = await askingFor(name);
    asked.plane.signOn.isConfigured = false;
    return asked;
  },
};

/** The cases of operations that need a session. */
const OF_SESSIONS: Cases = {
  forbidden: (name) => asking(name, () => ({ headers: { authorization: 'Bearer known' } })),
  internal: (name) => endless(name, new Error('A defect.')),
  dependency_unavailable: (name) => endless(name, new Refusal('dependency_unavailable', 'Postgres is away.')),
};

const OTHER_WORKSPACE = 't_00000000000000000000000009';

/** The codes that some operations give in another way, or that only some operations give. */
const ONLY: Partial<Record<Name, Cases>> = {
  'management.login': {
    unauthenticated: (name) => asking(name, () => ({ payload: { name: ADA.name, password: 'another one' } })),
    forbidden: (name) => asking(name, () => ({ headers: { 'sec-fetch-site': 'cross-site' } })),
  },
  'management.logout': OF_SESSIONS,
  'management.sign_on.begin': OF_SIGN_ONS,
  'management.sign_on.complete': {
    ...OF_SIGN_ONS,
    unauthenticated: (name) => asking(name, () => ({ payload: { code: 'bad', state: SIGN_ON.body.state } })),
  },
  'management.me.change_password': OF_SESSIONS,
  'management.me.bind_subject': OF_SESSIONS,
  'management.users.create': {
    conflict: (name) => asking(name, () => ({ payload: { name: BOB.name, role: 'viewer' } })),
  },
  'management.users.get': ofOneUser(),
  'management.users.change_role': { ...ofOneUser('/role'), conflict: ofLastAdmin },
  'management.users.disable': { ...ofOneUser('/disable'), conflict: ofLastAdmin },
  'management.users.enable': ofOneUser('/enable'),
  'management.users.reset_password': { ...ofOneUser('/reset-password'), conflict: ofLastAdmin },
  'management.users.remove': { ...ofOneUser(), conflict: ofLastAdmin },
  'management.users.end_sessions': { ...ofOneUser('/sessions'), forbidden: oneTime },
  'management.users.unbind_subject': { ...ofOneUser('/subject'), forbidden: oneTime },
  'management.sessions.list': { forbidden: oneTime },
  'management.sessions.end': { forbidden: oneTime, not_found: missing('/sessions/tok_00000000000000000000000099') },
  'management.tokens.list': { forbidden: oneTime },
  'management.tokens.create': {
    forbidden: oneTime,
    async conflict(name) {
      const asked = await askingFor(name);
      asked.plane.accessAdministration.isFull = true;
      return asked;
    },
  },
  'management.tokens.revoke': { forbidden: oneTime, not_found: missing('/tokens/tok_00000000000000000000000099') },
  'management.judges.list': { feature_absent: (name) => askingFor(name, { isWithoutFacts: true }) },
  'management.judges.history': ofOneJudge('history'),
  'management.judges.disagreements': ofOneJudge('disagreements'),
  'management.judges.failures': ofOneJudge('failures'),
  'management.judges.pass_rate': ofOneJudge('pass-rate'),
  ...QUALITY_CASES,
  'management.outcomes.send_otel': {
    async feature_absent(name) {
      const asked = await askingFor(name);
      asked.plane.otelIngest = false;
      return asked;
    },
  },
  'management.annotation_queue.claim': {
    feature_absent: queueOff,
    async budget_exceeded(name) {
      const asked = await askingFor(name);
      asked.plane.annotation.candidates = new Refusal('budget_exceeded', 'Too much.');
      return asked;
    },
  },
  'management.annotation_queue.release': { feature_absent: queueOff },
  'management.annotation_queue.progress': { feature_absent: queueOff },
  'management.cache.stats': { feature_absent: cacheOff },
  'management.cache.evidence': { feature_absent: cacheOff },
  'management.cache.preview': {
    feature_absent: cacheOff,
    async budget_exceeded(name) {
      const asked = await askingFor(name);
      asked.plane.cache.repeats = new Refusal('budget_exceeded', 'Too much.');
      return asked;
    },
  },
  'management.cache.purge': { feature_absent: cacheOff },
  'management.quarantined_lines.get': { not_found: missing('/quarantined-lines/99') },
  'management.quarantined_lines.discard': { not_found: missing('/quarantined-lines/99/discard') },
  'management.dead_items.retry': { not_found: missing('/outbox/dead-items/99/retry') },
  'management.gaps.close': { not_found: missing('/coverage-gaps/99/close') },
  'management.comparison_budgets.get': { not_found: missing(`/workspaces/${OTHER_WORKSPACE}/comparison-budget`) },
  'management.comparison_budgets.set': { not_found: missing(`/workspaces/${OTHER_WORKSPACE}/comparison-budget`) },
  'management.retention.workspace': { not_found: missing(`/workspaces/${OTHER_WORKSPACE}/retention`) },
  'management.exclusions.remove': { not_found: missing('/exclusions/excl_00000000000000000000000009') },
  'management.notices.mark_read': { not_found: missing('/notices/ntc_00000000000000000000000009/read') },
  'management.keys.get': {
    not_found: (name) => asking(name, () => ({ url: '/tt/api/v1/keys/kid_00000000000000000000000000' })),
  },
  'management.keys.mint': {
    async conflict(name) {
      const asked = await askingFor(name);
      const headers = { ...asked.request.headers, 'idempotency-key': 'one' };
      await asked.plane.app.inject({ ...asked.request, headers });
      const payload = { ...MANAGEMENT_BODIES[name], label: 'another' };
      return { ...asked, request: { ...asked.request, headers, payload } };
    },
  },
  'management.keys.rotate': {
    not_found: (name) => asking(name, () => ({ url: '/tt/api/v1/keys/kid_00000000000000000000000000/rotate' })),
    conflict: askedTwice,
  },
  'management.keys.revoke': {
    not_found: (name) => asking(name, () => ({ url: '/tt/api/v1/keys/kid_00000000000000000000000000/revoke' })),
    conflict: askedTwice,
  },
  'management.limits.list': {
    async feature_absent(name) {
      const asked = await askingFor(name);
      asked.plane.limitUses.entries = [];
      return asked;
    },
  },
  'management.governance.refusals': {
    feature_absent: (name) => askingFor(name, { isWithoutFacts: true }),
    async budget_exceeded(name) {
      const asked = await askingFor(name);
      asked.plane.governanceRefusals.fault = new Refusal('budget_exceeded', 'Too much.');
      return asked;
    },
  },
  'management.fleet.configuration': {
    not_found: (name) => asking(name, () => ({ url: '/tt/api/v1/fleet/proxy-0/configuration' })),
  },
  'management.fleet.decommission': {
    not_found: (name) => asking(name, () => ({ url: '/tt/api/v1/fleet/proxy-0/decommission' })),
    async conflict(name) {
      const asked = await askingFor(name);
      asked.plane.fleet.processes = [makeGatewayProcess({ state: 'live' })];
      return asked;
    },
  },
};

/** Codes of the framework set, which every operation declares but some operations cannot give, with the reason. */
const NEVER: readonly {
  readonly code: ManagementProblemCode;
  readonly why: string;
  readonly isOf: (name: Name) => boolean;
}[] = [
  {
    code: 'not_found',
    why: 'The path names no resource that can be missing.',
    isOf: (name) => !MANAGEMENT_OPERATIONS[name].path.includes('{'),
  },
  {
    code: 'unauthenticated',
    why: 'The operation is public.',
    isOf: (name) => ['management.capabilities.get', 'management.sign_on.begin'].includes(name),
  },
  {
    code: 'forbidden',
    why: 'The operation is public, or open to every credential.',
    isOf: (name) => ['management.capabilities.get', 'management.me.get'].includes(name),
  },
  {
    code: 'payload_too_large',
    why: 'The body of a GET request is not read.',
    isOf: (name) => MANAGEMENT_OPERATIONS[name].method === 'GET',
  },
  {
    code: 'internal',
    why: 'The operation reads nothing outside the process.',
    isOf: (name) => name === 'management.capabilities.get',
  },
];

/** The methods of the operations at a path. */
function methodsAt(path: string): string {
  const operations = NAMES.map((name) => MANAGEMENT_OPERATIONS[name]);
  return operations.flatMap((one) => (one.path === path ? [one.method] : [])).join(', ');
}

async function failing(name: Name, fault: Error): Promise<Asking> {
  const asked = await askingFor(name);
  asked.plane.fault = fault;
  return asked;
}

/** Makes the look-up of sessions fail. */
async function endless(name: Name, fault: Error): Promise<Asking> {
  const asked = await askingFor(name);
  asked.plane.sessions.get = () => {
    throw fault;
  };
  return asked;
}

interface Described {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<string, { readonly operationId: string; readonly responses: Record<string, { description: string }> }>
      >
    >
  >;
}
const described = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../api/management-openapi.json'), 'utf8'),
) as Described;

/** Every status in the description, by operation and code. */
const DECLARED = Object.values(described.paths).flatMap((methods) =>
  Object.values(methods).flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([status]) => Number(status) >= 400)
      .flatMap(([status, { description }]) =>
        description
          .split(', ')
          .map((code) => [operationId as Name, Number(status), code as ManagementProblemCode] as const),
      ),
  ),
);
const isNever = (name: Name, code: ManagementProblemCode): boolean =>
  NEVER.some((one) => one.code === code && one.isOf(name));

describe('each status of each operation of the description', () => {
  it('are those of all operations', () => {
    expect(new Set(DECLARED.map(([name]) => name))).toEqual(new Set(NAMES));
    for (const [name, cases] of Object.entries(ONLY))
      for (const code of Object.keys(cases))
        expect(DECLARED.map(([one, , other]) => `${one} ${other}`)).toContain(`${name} ${code}`);
  });

  it.each(NAMES)('%s gives each declared status', async (name) => {
    const { plane, request } = await askingFor(name);
    const answer = await plane.app.inject(request);
    const { success, answer: promised } = MANAGEMENT_OPERATIONS[name];
    const [media = ''] = 'content' in promised ? Object.keys(promised.content) : ['application/json'];
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([success, `${media}; charset=utf-8`]);
    if ('document' in promised) expect([...Value.Errors(promised.document, answer.json())]).toEqual([]);
  });

  it.each(DECLARED.filter(([name, , code]) => !isNever(name, code)))('%s: %i %s', async (name, status, code) => {
    const { plane, request } = await (ONLY[name]?.[code] ?? EVERYWHERE[code])!(name);
    const answer = await plane.app.inject(request);
    const problem = answer.json<ManagementProblem>();
    expect([answer.statusCode, problem.code]).toEqual([status, code]);
    expect([...Value.Errors(ManagementProblemSchema, problem)]).toEqual([]);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    const { title } = MANAGEMENT_PROBLEMS[code];
    expect([problem.type, problem.title, problem.request_id]).toEqual([
      `/tt/api/problems/${code}`,
      title,
      answer.headers['x-request-id'],
    ]);
    if (status === 401) expect(answer.headers['www-authenticate']).toBe('Bearer realm="truetally"');
    if (status === 405) expect(answer.headers.allow).toBe(methodsAt(MANAGEMENT_OPERATIONS[name].path));
    if (status === 429) expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  });
});

/** The repairs of refusals in their order. If all faults exist together, the refusals appear in this order. */
const MENDED = ['credential', 'role', 'feature', 'body'] as const;

it.each([
  ['management.annotation_queue.claim', ['unauthenticated', 'forbidden', 'feature_absent', 'bad_request', 200]],
  ['management.annotation_queue.release', ['unauthenticated', 'forbidden', 'feature_absent', 'bad_request', 200]],
  ['management.outcomes.send_otel', ['unauthenticated', 'forbidden', 'feature_absent', 'bad_request', 200]],
  ['management.cache.purge', ['unauthenticated', 'forbidden', 'bad_request', 'bad_request', 200]],
  ['management.calibrations.fit', ['unauthenticated', 'forbidden', 'feature_absent', 'bad_request', 202]],
  ['management.outcomes.send', ['unauthenticated', 'forbidden', 'bad_request', 'bad_request', 200]],
] as const)('%s: of all faults, the first is reported', async (name, expected) => {
  const codes: (string | number)[] = [];
  for (let mended = 0; mended <= MENDED.length; mended += 1) {
    const isMended = (what: (typeof MENDED)[number]): boolean => MENDED.indexOf(what) < mended;
    const { plane, request } = await askingFor(name, {
      token: isMended('role') ? { role: 'admin', scopes: SCOPES } : {},
    });
    if (!isMended('feature')) {
      [plane.annotationQueue, plane.otelIngest] = [false, false];
      plane.calibrations.isEnabled = false;
    }
    const headers = { ...JSON_TYPE, ...(isMended('credential') && { authorization: 'Bearer known' }) };
    const payload = isMended('body') ? (request.payload as object) : '{"k":';
    const answer = await plane.app.inject({ ...request, headers, payload });
    codes.push(answer.statusCode < 400 ? answer.statusCode : answer.json<ManagementProblem>().code);
  }
  expect(codes).toEqual(expected);
});
