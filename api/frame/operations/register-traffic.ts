import { rawBody } from '../plugins/raw-body.ts';
import { trafficGate } from '../plugins/traffic-gate.ts';
import type { ApiPorts } from '../../ports.ts';
import type { ApiApp } from '../route-context.ts';
import type { ByteBudget } from '../transport/byte-budget.ts';
import { TRAFFIC_BODY_LIMITS } from '../transport/traffic-body-limits.ts';
import type { OperationRoute } from './operation-handler.ts';
import { registerOperation } from './register-operation.ts';

/** Gives an operation that takes traffic its route: in a scope of its own, with its own kinds of bodies. */
export function registerTraffic(
  app: ApiApp,
  route: OperationRoute,
  { traffic, budget }: Pick<ApiPorts, 'traffic'> & { readonly budget: ByteBudget },
): void {
  const mediaTypes = Object.keys(route.media ?? {});
  void app.register((scope: ApiApp, _options, done) => {
    if (route.lane !== undefined) scope.decorate('lane', route.lane);
    void scope.register(trafficGate, { ...(traffic && { traffic }) });
    void scope.register(rawBody, { mediaTypes, most: TRAFFIC_BODY_LIMITS.bytes, budget });
    scope.after(() => registerOperation(scope, route));
    done();
  });
}
