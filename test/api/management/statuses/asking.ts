import type { InjectOptions } from 'fastify';
import { MANAGEMENT_LANE } from '../../../../api/management/lane/management-lane.ts';
import { MANAGEMENT_OPERATIONS } from '../../../../contracts/management/operations.ts';
import type { ManagementProblemCode } from '../../../../contracts/management/problem.ts';
import { SCOPES } from '../../../../domain/management/scopes.ts';
import { MANAGEMENT_BODIES } from '../../../../testing/apps/management-bodies.ts';
import {
  MANAGED_JUDGE,
  MANAGEMENT_PATH_VALUES,
  MANAGEMENT_QUERIES,
} from '../../../../testing/apps/management-paths.ts';
import {
  logInAsAda,
  createManagementFixture,
  SIGN_ON,
  type ManagementFixture,
} from '../../../../testing/apps/management-fixture.ts';
import { RUNNING_RUN } from '../../../../testing/quality/fake-experiments.ts';

export type Name = keyof typeof MANAGEMENT_OPERATIONS;
export const NAMES = Object.keys(MANAGEMENT_OPERATIONS) as Name[];
export const JSON_TYPE = { 'content-type': 'application/json' };

/** The operations that a token cannot use. */
export const FOR_USERS: ReadonlySet<Name> = new Set([
  'management.logout',
  'management.me.change_password',
  'management.me.bind_subject',
]);

/** A plane and a request. A case changes one of them so that the answer has the code of the case. */
export interface Asking {
  readonly plane: ManagementFixture;
  readonly request: InjectOptions;
}

export async function askingFor(
  name: Name,
  changes: Parameters<typeof createManagementFixture>[0] = {},
): Promise<Asking> {
  const { method, path } = MANAGEMENT_OPERATIONS[name];
  const plane = createManagementFixture({ token: { role: 'admin', scopes: SCOPES }, role: 'admin', ...changes });
  plane.judges.push(MANAGED_JUDGE);
  plane.experiments.runs.push(RUNNING_RUN);
  const isForUsers = FOR_USERS.has(name);
  const isSignOn = name === 'management.sign_on.complete';
  const headers = isForUsers
    ? await logInAsAda(plane)
    : { authorization: 'Bearer known', ...(isSignOn && SIGN_ON.headers) };
  const url =
    MANAGEMENT_LANE.path + path.replaceAll(/\{(\w+)\}/g, (_all, id: string) => MANAGEMENT_PATH_VALUES[id] ?? id);
  const body = MANAGEMENT_BODIES[name];
  const query = MANAGEMENT_QUERIES[name];
  return { plane, request: { method, url, headers, ...(query && { query }), ...(body && { payload: body }) } };
}

export type Case = (name: Name) => Promise<Asking>;

/** The ways in which an operation gives codes. */
export type Cases = Partial<Record<ManagementProblemCode, Case>>;

/** A request that was sent before. */
export async function askedTwice(name: Name): Promise<Asking> {
  const asked = await askingFor(name);
  await asked.plane.app.inject(asked.request);
  return asked;
}

/** Returns the case of a request for a thing that does not exist. */
export function missing(path: string): Case {
  return (name) => asking(name, () => ({ url: `/tt/api/v1${path}` }));
}

export async function asking(name: Name, change: (asked: Asking) => Partial<InjectOptions>): Promise<Asking> {
  const asked = await askingFor(name);
  return { ...asked, request: { ...asked.request, ...change(asked) } };
}
