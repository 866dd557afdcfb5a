import { rawBodyPlugin } from '../plugins/raw-body-plugin.ts';
import { trafficGatePlugin } from '../plugins/traffic-gate-plugin.ts';
import type { TrafficPorts } from '../../ports/traffic-port.ts';
import type { ApiApp } from '../api-app.ts';
import type { ByteBudget } from '../transport/byte-budget.ts';
import { TRAFFIC_BODY_LIMITS } from '../transport/traffic-body-limits.ts';
import type { OperationRoute } from './operation-handler.ts';
import { registerOperation } from './register-operation.ts';

/**
 * Registers the route of an operation that writes into the journal. It has a separate scope, with its own body parsers
 * if it names media types.
 */
export function registerTraffic(
  app: ApiApp,
  route: OperationRoute,
  { traffic, budget }: TrafficPorts & { readonly budget: ByteBudget },
): void {
  void app.register((scope: ApiApp, _options, done) => {
    if (route.lane !== undefined) scope.decorate('lane', route.lane);
    void scope.register(trafficGatePlugin, { ...(traffic && { traffic }) });
    if (route.media !== undefined) {
      const mediaTypes = Object.keys(route.media);
      void scope.register(rawBodyPlugin, { mediaTypes, maxBytes: TRAFFIC_BODY_LIMITS.bytes, budget });
    }
    scope.after(() => registerOperation(scope, route));
    done();
  });
}
