import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { CUSTOMER_PATH } from '../../../contracts/customer/operations.ts';
import type { LimitUses } from '../../../contracts/gateway/limits/limit-use.ts';
import type { GovernanceRefusals } from '../../../contracts/gateway/refusals/governance-refusal.ts';
import type { AuditRowDocument } from '../../../contracts/management/access/audit.ts';
import type { ManagementMe } from '../../../contracts/management/me.ts';
import { MANAGEMENT_PATH } from '../../../contracts/management/root.ts';
import type {
  CredentialOperationV1,
  MintedServiceCredential as Minted,
  RotatedServiceCredential,
  ServiceCredentialV1,
} from '../../../contracts/tenancy/service-credential.ts';
import type { ServiceIdentityV1 } from '../../../contracts/tenancy/service-identity.ts';
import type { BreachDescription } from '../../../domain/gateway/governance/limit-breach.ts';
import type { Connection } from '../../../runtime/addresses/connection.ts';
import { DEMO_TENANCY } from '../../../store/tenancy/demo-tenancy.ts';

const POLL = { timeout: 60_000, interval: 500 };
/** Texts that a person writes in the tour. The audit contains none of them. */
const NAMES = { service: 'Checkout of the tour', label: 'production of the tour' };
const OVERLAP_MINUTES = 15;
/** Tokens with which a call of `MODEL` costs more than the demo's limit allows: 64,000 at 5 USD per million. */
const TOO_MANY_TOKENS = 64_000;
const MODEL = 'claude-haiku-4-5';

/** The values with which a new user begins. */
interface TourStart {
  /** The user that `npm start` printed. */
  readonly firstUser: { readonly name: string; readonly oneTimePassword: string };
  readonly connection: Connection;
}

interface Answer<Document> {
  readonly status: number;
  readonly document: Document;
}

/** A person's requests to the port of the management plane. */
interface Session {
  /** The tokens of the cookies that the person got, oldest first. */
  readonly cookies: readonly string[];
  send<Document>(method: string, path: string, body?: object): Promise<Answer<Document>>;
}

interface Tour extends TourStart {
  readonly session: Session;
  /** The root of the organization in the customer lane. */
  readonly organization: string;
}

/** A user with a session, as the audit names them. */
type Person = Required<Pick<ManagementMe, 'user_id' | 'token_id'>>;

/**
 * Takes the tour of `docs/first-service.md` as a new user, by HTTP alone, and checks each answer. Returns the password
 * that the user has afterwards.
 */
export async function tourOverHttp(start: TourStart): Promise<{ readonly password: string }> {
  const session = openSession(new URL(start.connection.management_url ?? '').origin);
  const tour = { ...start, session, organization: `${CUSTOMER_PATH}/organizations/${DEMO_TENANCY.organizationId}` };
  const password = randomUUID();
  const { first, second } = await choosePassword(tour, password);
  await actForOwner(tour);
  const service = await createService(tour);
  const minted = await createCredential(tour, service);
  await untilReady(tour, minted);
  const refused = await callUnderLimit(tour, minted);
  await readRefusal(tour, minted, refused);
  const rotated = await rotateWithOverlap(tour, minted);
  await readAudit(tour, {
    sessions: [first, second],
    made: { service, first: minted.credential, second: rotated.credential },
    secrets: [
      ...[start.firstUser.oneTimePassword, password, start.connection.credentials.owner],
      ...[...session.cookies, minted.token, rotated.token, ...Object.values(NAMES)],
    ],
  });
  return { password };
}

function openSession(origin: string): Session {
  const cookies: string[] = [];
  return {
    cookies,
    async send<Document>(method: string, path: string, body?: object): Promise<Answer<Document>> {
      const token = cookies.at(-1);
      const reply = await fetch(origin + path, {
        method,
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(token !== undefined && { cookie: `truetally_session=${token}` }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      for (const line of reply.headers.getSetCookie())
        cookies.push(/^truetally_session=([\w-]+);/.exec(line)?.[1] ?? '');
      return { status: reply.status, document: (await reply.json()) as Document };
    },
  };
}

/** Logs in with the one-time password, which opens nothing else, and replaces it. */
async function choosePassword(
  { session, firstUser }: Tour,
  password: string,
): Promise<{ readonly first: Person; readonly second: Person }> {
  const { name, oneTimePassword } = firstUser;
  const login = await session.send<Person & ManagementMe>('POST', `${MANAGEMENT_PATH}/login`, {
    name,
    password: oneTimePassword,
  });
  expect([login.status, login.document.role, login.document.must_change_password]).toEqual([200, 'admin', true]);
  expect((await session.send('GET', `${MANAGEMENT_PATH}/limits`)).status).toBe(403);
  const changed = await session.send<Person & ManagementMe>('POST', `${MANAGEMENT_PATH}/me/password`, {
    current_password: oneTimePassword,
    new_password: password,
  });
  expect([changed.status, changed.document.must_change_password]).toEqual([200, undefined]);
  expect(changed.document.user_id).toBe(login.document.user_id);
  return { first: login.document, second: changed.document };
}

/** Proves the rights of the demo's owner with its key, once. The session then opens the customer lane. */
async function actForOwner({ session, connection, organization }: Tour): Promise<void> {
  const services = `${organization}/workspaces/${DEMO_TENANCY.workspaceId}/service-identities`;
  expect((await session.send('GET', services)).status).toBe(401);
  const bound = await session.send<ManagementMe>('PUT', `${MANAGEMENT_PATH}/me/subject`, {
    management_key: connection.credentials.owner,
  });
  expect([bound.status, bound.document.subject_id]).toEqual([200, DEMO_TENANCY.subjects.owner]);
}

async function createService({ session, organization }: Tour): Promise<ServiceIdentityV1> {
  const path = `${organization}/workspaces/${DEMO_TENANCY.workspaceId}/service-identities`;
  const { status, document } = await session.send<{ data: ServiceIdentityV1 }>('POST', path, { name: NAMES.service });
  expect([status, document.data.name]).toEqual([201, NAMES.service]);
  return document.data;
}

async function createCredential({ session, organization }: Tour, service: ServiceIdentityV1): Promise<Minted> {
  const { environmentId, gatewayId } = DEMO_TENANCY.environments.assistantProduction;
  const path = `${organization}/service-identities/${service.service_id}/credentials`;
  const body = { environment_id: environmentId, gateway_ids: [gatewayId], label: NAMES.label, ttl_days: 30 };
  const { status, document } = await session.send<{ data: Minted }>('POST', path, body);
  expect([status, document.data.credential.readiness]).toEqual([201, 'minted']);
  return document.data;
}

/** Reads the readiness until it is `ready`. A call follows each reading, and succeeds after the first `ready`. */
async function untilReady({ session, organization, connection }: Tour, { credential, token }: Minted): Promise<void> {
  const path = `${organization}/credential-operations/${credential.operation_id}`;
  const readings: [CredentialOperationV1['readiness'], number][] = [];
  const read = async (): Promise<string> => {
    const { document } = await session.send<{ data: CredentialOperationV1 }>('GET', path);
    const { readiness } = document.data;
    readings.push([readiness, (await callModel(connection, token)).status]);
    return readiness;
  };
  await expect.poll(read, POLL).toBe('ready');
  expect(readings.pop()).toEqual(['ready', 200]);
  expect(readings.filter(([readiness]) => readiness !== 'minted')).toEqual([]);
}

/** Calls a model through the gateway. `underLimit` names the tag that the demo's limit covers. */
function callModel(
  { gateway_url: gateway }: Connection,
  token: string,
  { maxTokens = 100, underLimit = false } = {},
): Promise<Response> {
  return fetch(`${gateway}/v1/messages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': token,
      'x-tt-cache': 'off',
      ...(underLimit && { 'x-tt-tag-budget': 'demo' }),
    },
    body: JSON.stringify({ model: MODEL, max_tokens: maxTokens, messages: [{ role: 'user', content: 'Hello' }] }),
  });
}

/** A refusal as the caller of the gateway gets it. */
interface RefusedCall {
  readonly requestId: string;
  readonly limit: BreachDescription;
}

/** Reads the demo's limit, makes a call that fits, reads its use, and makes a call that does not fit. */
async function callUnderLimit({ session, connection }: Tour, { token }: Minted): Promise<RefusedCall> {
  const read = async (): Promise<LimitUses['limits']> =>
    (await session.send<LimitUses>('GET', `${MANAGEMENT_PATH}/limits?limit_id=demo-budget`)).document.limits;
  const unused = {
    limit_id: 'demo-budget',
    covers: 'tag:budget=demo',
    node: null,
    unit: 'usd',
    limit: '0.25',
    used: '0',
    reserved: '0',
    remaining: '0.25',
    per: 'day',
    time_zone: 'UTC',
    resets_at: expect.stringMatching(/T00:00:00\.000Z$/) as string,
    last_warning: null,
  } as const;
  expect(await read()).toEqual([unused]);
  const admitted = await callModel(connection, token, { underLimit: true });
  const used = admitted.headers.get('x-tt-cost-usd');
  expect([admitted.status, used]).toEqual([200, expect.stringMatching(/^0\.000\d+$/)]);
  const node = `tag:${DEMO_TENANCY.organizationId}:budget=demo`;
  await expect.poll(read, POLL).toMatchObject([{ limit_id: 'demo-budget', node, limit: '0.25', used }]);
  const refused = await callModel(connection, token, { underLimit: true, maxTokens: TOO_MANY_TOKENS });
  const { error } = (await refused.json()) as { error: { type: string; refused_by_limit: BreachDescription } };
  expect([refused.status, error.type, refused.headers.get('x-tt-refused-by')]).toEqual([
    429,
    'quota_cost_unfittable',
    'demo-budget',
  ]);
  return { requestId: refused.headers.get('x-tt-request-id') ?? '', limit: error.refused_by_limit };
}

/** Reads the refusal back: the same request, key, limit and amounts as in the answer of the gateway. */
async function readRefusal(
  { session }: Tour,
  { credential }: Minted,
  { requestId, limit }: RefusedCall,
): Promise<void> {
  const path = `${MANAGEMENT_PATH}/governance/refusals?limit_id=demo-budget&key_id=${credential.credential_id}`;
  const read = async () => (await session.send<GovernanceRefusals>('GET', path)).document.refusals;
  await expect.poll(read, POLL).toEqual([
    {
      req_id: requestId,
      admitted_at: expect.any(String) as string,
      refused_at: expect.any(String) as string,
      code: 'quota_cost_unfittable',
      status: 429,
      organization_id: credential.organization_id,
      workspace_id: credential.workspace_id,
      application_id: credential.application_id,
      gateway_id: credential.gateway_id,
      environment_id: credential.environment_id,
      owner: credential.service_id,
      key_id: credential.credential_id,
      route_id: null,
      refused_by_limit: {
        id: 'demo-budget',
        node: `tag:${DEMO_TENANCY.organizationId}:budget=demo`,
        unit: 'usd',
        limit: '0.25',
        observed: String(limit.observed),
        bound: String(limit.bound),
        resets_at: limit.resets_at,
      },
      unavailable: [],
    },
  ]);
}

/** Replaces the credential. During the overlap, calls with both succeed. */
async function rotateWithOverlap(tour: Tour, { credential, token }: Minted): Promise<Minted> {
  const path = `${tour.organization}/service-credentials/${credential.credential_id}/rotate`;
  const { status, document } = await tour.session.send<{ data: RotatedServiceCredential }>('POST', path, {
    overlap_minutes: OVERLAP_MINUTES,
  });
  const { predecessor, ...rotated } = document.data;
  const overlapMs = Date.parse(predecessor.expires_at ?? '') - Date.parse(rotated.credential.created_at);
  expect([status, predecessor.successor_id, overlapMs]).toEqual([
    201,
    rotated.credential.credential_id,
    OVERLAP_MINUTES * 60_000,
  ]);
  await untilReady(tour, rotated);
  expect((await callModel(tour.connection, token)).status).toBe(200);
  return rotated;
}

interface Audited {
  /** The session of the login, and the one that replaced it. */
  readonly sessions: readonly [Person, Person];
  readonly made: {
    readonly service: ServiceIdentityV1;
    readonly first: ServiceCredentialV1;
    readonly second: ServiceCredentialV1;
  };
  /** Texts that no row may contain. */
  readonly secrets: readonly string[];
}

/** Reads the audit of the tour: every write, in its order, with its ids and without any secret. */
async function readAudit({ session }: Tour, { sessions, made, secrets }: Audited): Promise<void> {
  const [{ user_id: userId, token_id: login }, { token_id: own }] = sessions;
  const owner = DEMO_TENANCY.subjects.owner;
  const { service_id: serviceId } = made.service;
  const { application_id, gateway_id, environment_id } = made.first;
  const leaf = [application_id, gateway_id, environment_id];
  const idsOf = (one: ServiceCredentialV1): string[] => [one.credential_id, one.operation_id];
  const byUser = { outcome: 'accepted', status: 200, subject_id: userId, requests: 1 };
  const byOwner = {
    ...{ outcome: 'accepted', status: 201, subject_id: owner, user_id: userId, credential_id: own, requests: 1 },
    ...{ organization_id: made.service.organization_id, workspace_id: made.service.workspace_id },
  };
  const { status, document } = await session.send<{ rows: AuditRowDocument[] }>(
    'GET',
    `${MANAGEMENT_PATH}/audit?actor=${userId}`,
  );
  expect(status).toBe(200);
  expect(document.rows.toReversed().map(comparable)).toEqual(
    [
      { action: 'management.login', ...byUser, targets: [login, userId] },
      { action: 'management.me.change_password', ...byUser, credential_id: login, targets: [own, userId] },
      { action: 'management.me.bind_subject', ...byUser, credential_id: own, targets: [own, userId, owner] },
      { action: 'customer.service_identities.create', ...byOwner, targets: [serviceId] },
      {
        action: 'customer.service_credentials.create',
        ...byOwner,
        targets: [serviceId, ...leaf, ...idsOf(made.first)],
      },
      {
        action: 'customer.service_credentials.rotate',
        ...byOwner,
        targets: [serviceId, ...leaf, ...idsOf(made.first), ...idsOf(made.second)],
      },
    ].map((row) => ({ ...row, targets: row.targets.toSorted() })),
  );
  const text = JSON.stringify(document.rows);
  expect(secrets.filter((secret) => secret === '' || text.includes(secret))).toEqual([]);
}

/** The members of a row that are known in advance, with its targets in order. */
function comparable({ action, outcome, status, targets, requests, ...row }: AuditRowDocument): object {
  const { subject_id, user_id, credential_id, organization_id, workspace_id } = row;
  const who = { subject_id, user_id, credential_id, organization_id, workspace_id };
  return { action, outcome, status, requests, ...who, targets: targets.toSorted() };
}
