import type { TrafficEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import type { EnvironmentLeaf } from '../../../domain/tenancy/scope.ts';
import { DEMO_TENANCY } from '../../../store/tenancy/demo-tenancy.ts';

/** The person who gave every verdict. */
export const ISSUER = 'Grace Hopper';
/** The cost of the request in each application, in nano-USD. */
const NANOS = { assistant: '1111000', search: '2222000' };
/** The user of the request in each application. */
export const USERS = { assistant: 'ada', search: 'bob' };

/** A workspace with an environment in each of two applications. */
export type TwoApplications = Readonly<Record<keyof typeof NANOS, EnvironmentLeaf>> & { readonly id: string };

/**
 * One request with its attempt, its price and a verdict in each application. The workspace belongs to the demo's
 * organization.
 */
export function workspaceTraffic(workspace: TwoApplications): TrafficEvent[] {
  return [...requestOf('assistant', workspace), ...requestOf('search', workspace)];
}

function requestOf(name: keyof typeof NANOS, workspace: TwoApplications): TrafficEvent[] {
  const leaf = workspace[name];
  const at = '2026-01-10T10:00:00.000Z';
  const scope = {
    organization_id: DEMO_TENANCY.organizationId,
    workspace_id: workspace.id,
    application_id: leaf.applicationId,
    gateway_id: leaf.gatewayId,
    environment_id: leaf.environmentId,
  };
  const dimensions = {
    schema: 1,
    scope,
    purpose: 'application',
    logical_request_id: `request-${name}`,
    dimensions: { user: USERS[name] },
  } as const;
  const served = { attempt_id: `attempt-${name}`, provider_id: 'provider', provider_model: 'model' };
  return [
    { event: 'request_admitted', ...dimensions, admitted_at: at, streaming: false },
    {
      event: 'request_terminal',
      ...dimensions,
      admitted_at: at,
      terminal_at: at,
      status: 'succeeded',
      final_model: 'model',
      attempt_count: 1,
      streaming: false,
      total_ms: 100,
    },
    {
      event: 'attempt',
      ...dimensions,
      ...served,
      ordinal: 1,
      role: 'primary',
      route_changed: false,
      output_state: 'complete',
      usage_source: 'none',
      usage_known: false,
      dispatched_at: at,
    },
    {
      event: 'cost_effect',
      ...dimensions,
      ...served,
      effect_id: `effect-${name}`,
      effect_kind: 'settlement',
      occurred_at: at,
      price_state: 'priced',
      nanos: NANOS[name],
    },
    {
      event: 'feedback_verdict',
      ...dimensions,
      feedback_id: 'verdict',
      issuer_ref: 'issuer-1',
      issuer: ISSUER,
      value: 'positive',
      revision: 1,
      occurred_at: at,
      source: 'app',
      match: 'matched',
    },
  ];
}
