import { describe, expect, it } from 'vitest';
import { scanCallLine } from '../../../../journal/decisions/scan-call-line.ts';
import { makeCallLine, makeRefusalLine, makeSharedRefusalLine } from '../../../../testing/journal/make-call-line.ts';

const FAILED = { status: 'failed', kind: 'http_500' } as const;

describe('the scan of a line', () => {
  it.each([
    ['an answered call', makeCallLine({ environmentId: 'env_a' }), 'env_a', 'admitted', 1],
    ['a failed call', makeCallLine({ environmentId: 'env_a', ...FAILED }), 'env_a', 'admitted', 1],
    ['a refused request', makeRefusalLine({ environmentId: 'env_b' }), 'env_b', 'refused', 1],
    ['three refused requests', makeSharedRefusalLine(['greq_1', 'greq_2', 'greq_3'], 'env_c'), 'env_c', 'refused', 3],
  ])('finds environment, decision and number of %s', (_, line, environmentId, decision, calls) => {
    expect(scanCallLine(line)).toEqual({ environmentId, decision, calls });
  });

  it('is not confused by a name that looks like a member', () => {
    const line = makeCallLine({ kind: '"request":{"status":"refused"' });
    expect(scanCallLine(line)?.decision).toBe('admitted');
  });

  it.each([
    ['the admission of a call', '{"event":"request_admitted","schema":1}'],
    ['an event of another sender', '{"event":"request_terminal","schema":1}'],
    ['the rest of a torn line', 'tor_id":"env_a"},"request":{"status":"refused"}}'],
    ['a line without an environment', '{"ended":{"logical_request_id":"greq_1"}}'],
    ['an empty line', ''],
  ])('finds nothing in %s', (_, line) => {
    expect(scanCallLine(line)).toBeUndefined();
  });
});
