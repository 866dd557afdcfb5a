import { rawBody } from '../plugins/raw-body.ts';
import { trafficGate } from '../plugins/traffic-gate.ts';
import type { ApiApp, RouteContext } from '../route-context.ts';
import type { ByteBudget } from '../transport/byte-budget.ts';
import { TRAFFIC_BODY_LIMITS } from '../transport/traffic-body-limits.ts';
import type { OperationHandler } from './operation-handler.ts';
import { registerOperation } from './register-operation.ts';

/** Gives an operation that takes traffic its route: in a scope of its own, with its own kinds of bodies. */
export function registerTraffic(
  app: ApiApp,
  context: RouteContext,
  handler: OperationHandler,
  budget: ByteBudget,
): void {
  const mediaTypes = Object.keys(handler.media ?? {});
  void app.register((scope: ApiApp, _options, done) => {
    void scope.register(trafficGate, { ...(context.ports.traffic && { traffic: context.ports.traffic }) });
    void scope.register(rawBody, { mediaTypes, most: TRAFFIC_BODY_LIMITS.bytes, budget });
    scope.after(() => registerOperation(scope, context, handler));
    done();
  });
}
