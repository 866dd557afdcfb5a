import { CUSTOMER_PATH } from '../../contracts/customer/operations.ts';
import { MANAGEMENT_OPERATIONS, type ManagementOperationName } from '../../contracts/management/operations.ts';
import type { RequestHook } from '../frame/access/request-hook.ts';
import { createLaneApp } from '../frame/lane-app.ts';
import { bindRoute } from '../frame/operations/operation-handler.ts';
import { registerOperation } from '../frame/operations/register-operation.ts';
import { registerTraffic } from '../frame/operations/register-traffic.ts';
import { createPageCursors } from '../frame/paging/page-cursor.ts';
import type { ApiApp } from '../frame/api-app.ts';
import { createByteBudget } from '../frame/transport/byte-budget.ts';
import { auditedUser } from '../management/access/audited-user.ts';
import { createManagementAccess, type ManagementAccess } from '../management/access/management-access.ts';
import { createSessionFinder } from '../management/access/session-finder.ts';
import { createSessionUsers } from '../management/access/session-users.ts';
import { createSignIn } from '../management/access/sign-in.ts';
import { createStreamSlots } from '../management/lane/stream-slots.ts';
import { MANAGEMENT_HANDLERS } from '../management/handlers.ts';
import type { ManagementContext, ManagementHandler } from '../management/lane/create-management-handler.ts';
import { MANAGEMENT_DESCRIPTION } from '../management/lane/management-description.ts';
import { MANAGEMENT_LANE } from '../management/lane/management-lane.ts';
import { registerProblems } from '../management/lane/register-problems.ts';
import { requirePathIds } from '../management/lane/require-path-ids.ts';
import type { ManagementPorts } from '../management/ports/management-ports.ts';
import { registerSignOnPage } from '../management/sign-on/register-sign-on-page.ts';
import type { SessionUsers } from '../ports/session-users.ts';

/**
 * The maximum number of bytes that all compressed bodies together hold in memory; outcomes are few compared with
 * traffic.
 */
const BYTES_IN_HAND = 67_108_864;

/**
 * Creates the application of the management plane.
 * @param createCustomerApp creates the customer lane at the origin of the plane, for users with a session; absent: the
 *   origin has no other lane
 */
export function createManagementApp(
  ports: ManagementPorts,
  createCustomerApp?: (sessionUsers: SessionUsers) => ApiApp,
): ApiApp {
  const findSession = createSessionFinder(ports);
  const access = createManagementAccess(ports, findSession);
  const { caller, recheck } = access;
  const streamSlots = createStreamSlots();
  const signIn = createSignIn(ports);
  const cursors = createPageCursors(ports.installationKey);
  const context: ManagementContext = { ports, caller, signIn, cursors, recheck, streamSlots };
  return createLaneApp(ports, {
    lane: MANAGEMENT_LANE,
    description: MANAGEMENT_DESCRIPTION,
    callerOf: (request) => auditedUser(request, { caller, signedIn: signIn.signedIn }),
    ...(createCustomerApp && {
      neighbour: { path: CUSTOMER_PATH, app: createCustomerApp(createSessionUsers(findSession)) },
    }),
    register: (app) => {
      registerProblems(app);
      registerSignOnPage(app, ports);
      const budget = createByteBudget(BYTES_IN_HAND);
      for (const name of Object.keys(MANAGEMENT_OPERATIONS) as ManagementOperationName[]) {
        const handler = MANAGEMENT_HANDLERS[name];
        const route = bindRoute(handler, context, entranceOf(handler, access, context));
        if (handler.isKept) registerTraffic(app, route, { ...(ports.traffic && { traffic: ports.traffic }), budget });
        else registerOperation(app, route);
      }
    },
  });
}

/** Creates the access checks of the lane, which decide who may call an operation. */
function entranceOf(
  { operation, gate }: ManagementHandler,
  access: ManagementAccess,
  context: ManagementContext,
): readonly RequestHook[] {
  const permitted = 'access' in operation ? access.require(operation.access) : [];
  const served = gate ? [hookOf((request) => gate(context, request))] : [];
  return [...permitted, ...served, ...requirePathIds(operation.path)];
}

/** Makes a hook of a function that refuses by throwing. */
function hookOf(refuse: (...asked: Parameters<RequestHook>) => void): RequestHook {
  return (...asked) =>
    new Promise((resolve) => {
      refuse(...asked);
      resolve();
    });
}
