import { describe, expect, it } from 'vitest';
import { NotedDimensions } from '../../../../../analytics/indexer/events/noted-dimensions.ts';
import type { Attempt } from '../../../../../contracts/ingest/events/attempt.ts';
import type { RequestAdmitted } from '../../../../../contracts/ingest/events/request-admitted.ts';
import type { ReleaseMarker } from '../../../../../contracts/ingest/events/release-marker.ts';

const AT = '2026-05-06T07:08:09.010Z';
const scope = {
  ...{ organization_id: 'org_here', workspace_id: 't_here', application_id: 'app_here', gateway_id: 'gw_here' },
  environment_id: 'env_here',
};

const admitted = (id: string, more: Partial<RequestAdmitted> = {}): RequestAdmitted => ({
  ...{ event: 'request_admitted', schema: 1, scope, purpose: 'application', logical_request_id: id, admitted_at: AT },
  ...more,
});
const attempt = (id: string, more: Partial<Attempt> = {}): Attempt => ({
  ...{ event: 'attempt', schema: 1, scope, purpose: 'application', logical_request_id: id, attempt_id: `${id}.1` },
  ...{ ordinal: 1, role: 'primary', route_changed: false, output_state: 'none', provider_id: 'p', provider_model: 'm' },
  ...{ usage_source: 'none', usage_known: false, dispatched_at: AT },
  ...more,
});

describe('the dimensions of an event', () => {
  it('are those that it states', () => {
    const noted = new NotedDimensions();
    expect(noted.of(admitted('a', { dimensions: { user: 'u' }, noted: { 'dims.user': 'v' } }))).toEqual({ user: 'u' });
    expect(noted.of(attempt('a', { dimensions: { tool: 'search' } }))).toEqual({ tool: 'search' });
    expect(noted.of(attempt('a'))).toBeUndefined();
  });

  it('are those that the annotations of its request state, in the words of earlier gateways', () => {
    const noted = new NotedDimensions();
    const annotations = {
      ...{ key_id: 'kid_1', 'dims.user': 'u', 'dims.tenant': 't', 'dims.feature': 'f', agent: 'a', step_id: 's' },
      ...{ parent_id: 'p', step_class: 'tool_loop', step_class_source: 'derived', 'tag.plan': 'pro' },
      ...{ reserved_tokens: '9', 'trace.w3c': '00-0-0-0', tags_dropped: '2' },
    };
    const dimensions = {
      ...{ key: 'kid_1', user: 'u', tenant: 't', feature: 'f', agent: 'a', step_id: 's', parent_id: 'p' },
      ...{ step_class: 'tool_loop', 'tag.plan': 'pro' },
    };
    expect(noted.of(attempt('a'))).toBeUndefined();
    expect(noted.of(admitted('a', { noted: annotations }))).toEqual(dimensions);
    expect(noted.of(attempt('a'))).toEqual(dimensions);
    expect(noted.of(attempt('a', { dimensions: { user: 'w' } }))).toEqual({ user: 'w' });
  });

  it('are never those of another request, or of another workspace', () => {
    const noted = new NotedDimensions();
    noted.of(admitted('a', { noted: { 'dims.user': 'u' } }));
    const elsewhere = { scope: { ...scope, workspace_id: 't_next' } };
    expect([noted.of(attempt('b')), noted.of(attempt('a', elsewhere))]).toEqual([undefined, undefined]);
  });

  it('are absent for a release', () => {
    const marker: ReleaseMarker = {
      ...{ event: 'release_marker', schema: 1, scope, marker_id: 'm', marker_kind: 'deployed', release_id: 'r' },
      ...{ actor_kind: 'person', occurred_at: AT },
    };
    expect(new NotedDimensions().of(marker)).toBeUndefined();
  });
});
