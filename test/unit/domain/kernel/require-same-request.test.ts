import { describe, expect, it } from 'vitest';
import { requireSameRequest } from '../../../../domain/kernel/require-same-request.ts';

describe('a request with a used key', () => {
  it('repeats the first one if it is equal', () => {
    expect(() => requireSameRequest({ fingerprint: 'a' }, 'a')).not.toThrow();
  });

  it('is refused if it differs, at the member with the key', () => {
    const detail = 'This idempotency key was used with another request. Use a new key for a new request.';
    expect(() => requireSameRequest({ fingerprint: 'a' }, 'b')).toThrow(
      expect.objectContaining({
        code: 'conflict',
        message: detail,
        faults: [{ pointer: '/idempotency_key', detail, code: 'key_reused' }],
      }),
    );
  });
});
