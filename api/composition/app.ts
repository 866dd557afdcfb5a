import { CUSTOMER_OPERATIONS, type CustomerOperationName } from '../../contracts/customer/operations.ts';
import { auditedCaller } from '../customer/audited-caller.ts';
import { CUSTOMER_DESCRIPTION } from '../customer/customer-description.ts';
import { CUSTOMER_HANDLERS } from '../customer/handlers.ts';
import { CUSTOMER_LANE } from '../customer/lane/customer-lane.ts';
import { createAccess } from '../customer/access/access.ts';
import { createLaneApp } from '../frame/lane-app.ts';
import { bindRoute } from '../frame/operations/operation-handler.ts';
import { registerOperation } from '../frame/operations/register-operation.ts';
import { registerTraffic } from '../frame/operations/register-traffic.ts';
import { createPageCursors } from '../frame/paging/page-cursor.ts';
import type { ApiApp } from '../frame/api-app.ts';
import type { RouteContext } from '../customer/lane/route-context.ts';
import { createByteBudget } from '../frame/transport/byte-budget.ts';
import { registerHealthz } from '../health/register-healthz.ts';
import { createReadinessCheck } from '../health/readiness.ts';
import { registerReadyz } from '../health/register-readyz.ts';
import { registerHome } from '../home/register-home.ts';
import type { ApiPorts } from '../ports/ports.ts';

/** The maximum number of bytes that all traffic bodies together hold in memory; a process has 1 GiB by default. */
const BYTES_IN_HAND = 268_435_456;

/** Creates the application of the customer lane, with the health checks of this process. */
export function createApp(ports: ApiPorts): ApiApp {
  const access = createAccess(ports);
  const context: RouteContext = { ports, access, cursors: createPageCursors(ports.installationKey) };
  return createLaneApp(ports, {
    lane: CUSTOMER_LANE,
    description: CUSTOMER_DESCRIPTION,
    callerOf: (request) => auditedCaller(request, access),
    register: (app) => {
      registerHealthz(app, context);
      const look = createReadinessCheck(ports);
      registerReadyz(app, look);
      registerHome(app, context, look);
      const budget = createByteBudget(BYTES_IN_HAND);
      for (const name of Object.keys(CUSTOMER_OPERATIONS) as CustomerOperationName[]) {
        const handler = CUSTOMER_HANDLERS[name];
        const route = bindRoute(handler, context, access[handler.access]);
        if (handler.media === undefined) registerOperation(app, route);
        else registerTraffic(app, route, { ...(ports.traffic && { traffic: ports.traffic }), budget });
      }
    },
  });
}
