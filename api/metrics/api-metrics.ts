import { createMetrics, type MetricsParts, type ProcessMetrics } from '../../runtime/telemetry/metrics.ts';
import { createProcessRegistry } from '../../runtime/telemetry/process-registry.ts';
import type { RequestMetrics } from '../ports/request-metrics.ts';
import type { AccessChange } from '../../domain/management/access-changes.ts';
import type { LoginOutcome } from '../../domain/management/login-outcomes.ts';
import type { ConfirmationOutcome, SignOnOutcome } from '../../domain/management/sign-on-outcomes.ts';
import { createConnectionMetrics } from '../../transport/connection-metrics.ts';
import type { CloseReason } from '../../transport/limit-connections.ts';
import { createContentMetrics } from '../../content/content-metrics.ts';
import type { TrafficMetrics } from '../ports/traffic-metrics.ts';
import { createAccessMetrics } from './access-metrics.ts';
import { createDecisionMetrics, type DecisionMetrics } from './decision-metrics.ts';
import { createLoginMetrics } from './login-metrics.ts';
import { createOutcomeMetrics, type OutcomeMetrics } from './outcome-metrics.ts';
import { createRequestMetrics } from './request-metrics.ts';
import { createSignOnMetrics } from './sign-on-metrics.ts';
import { createTrafficMetrics } from './traffic-metrics.ts';

/** The metrics of an API process. */
export function createApiMetrics(parts: MetricsParts): ProcessMetrics & {
  readonly requests: RequestMetrics;
  readonly connectionClosed: (reason: CloseReason) => void;
  readonly traffic: TrafficMetrics;
  readonly management: {
    readonly onLogin: (outcome: LoginOutcome) => void;
    readonly onAccessChange: (change: AccessChange) => void;
    readonly onSignOn: (outcome: SignOnOutcome) => void;
    readonly onConfirmation: (outcome: ConfirmationOutcome) => void;
    readonly outcomeMetrics: OutcomeMetrics;
    readonly decisionMetrics: DecisionMetrics;
  };
  readonly contents: ReturnType<typeof createContentMetrics>;
} {
  const registry = createProcessRegistry(parts);
  const requests = createRequestMetrics(registry);
  const traffic = createTrafficMetrics(registry);
  const management = {
    onLogin: createLoginMetrics(registry),
    onAccessChange: createAccessMetrics(registry),
    ...createSignOnMetrics(registry),
    outcomeMetrics: createOutcomeMetrics(registry),
    decisionMetrics: createDecisionMetrics(registry),
  };
  const contents = createContentMetrics(registry);
  return {
    ...createMetrics(parts, registry, { probes: {}, figures: () => [], expositions: [] }),
    requests,
    connectionClosed: createConnectionMetrics(registry),
    traffic,
    management,
    contents,
  };
}
