import { describe, expect, it } from 'vitest';
import type { FactEvent } from '../../../../../contracts/ingest/events/traffic-event.ts';
import { withoutUser } from '../../../../../contracts/ingest/events/without-user.ts';

const AT = '2026-03-02T10:15:00.000Z';
const SCOPE = { organization_id: 'o', workspace_id: 't', application_id: 'a', gateway_id: 'g', environment_id: 'e' };
const ADMITTED: Extract<FactEvent, { event: 'request_admitted' }> = {
  ...{ event: 'request_admitted', schema: 1, scope: SCOPE, purpose: 'application', logical_request_id: 'one' },
  ...{ admitted_at: AT },
};
const MARKER: FactEvent = {
  ...{ event: 'release_marker', schema: 1, scope: SCOPE, release_id: 'ada', marker_id: 'm', marker_kind: 'deployed' },
  ...{ actor_kind: 'person', occurred_at: AT },
};

describe('an event without a user', () => {
  it('has its other dimensions', () => {
    expect(withoutUser({ ...ADMITTED, dimensions: { user: 'ada', agent: 'ada', 'tag.a': 'b' } }, 'ada')).toEqual({
      ...ADMITTED,
      dimensions: { agent: 'ada', 'tag.a': 'b' },
    });
    expect(withoutUser({ ...ADMITTED, dimensions: { user: 'ada' } }, 'ada')).toEqual({ ...ADMITTED, dimensions: {} });
  });

  it('has the other annotations of an earlier gateway', () => {
    const noted = { 'dims.user': 'ada', 'dims.tenant': 'ada' };
    expect(withoutUser({ ...ADMITTED, noted }, 'ada')).toEqual({ ...ADMITTED, noted: { 'dims.tenant': 'ada' } });
  });

  it.each<FactEvent>([
    ADMITTED,
    MARKER,
    { ...ADMITTED, dimensions: { user: 'bob', tenant: 'ada' }, noted: { 'dims.user': 'bob' } },
  ])('is the same event if it states no such user: %j', (event) => {
    expect(withoutUser(event, 'ada')).toBe(event);
  });
});
