import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exchangeLease } from '../../../../../domain/gateway/governance/exchange-lease.ts';

describe('exchangeLease', () => {
  it.each([
    ['leases the requested amount', { used: 0, held: 0 }, { settled: 0, returned: 0, min: 1, wanted: 20 }, [0, 20, 80]],
    ['leases the available amount', { used: 90, held: 0 }, { settled: 0, returned: 0, min: 5, wanted: 20 }, [0, 10, 0]],
    [
      'leases nothing if the minimum is not available',
      { used: 90, held: 0 },
      { settled: 0, returned: 0, min: 11, wanted: 20 },
      [0, 0, 10],
    ],
    [
      'leases the minimum if only that is available',
      { used: 90, held: 0 },
      { settled: 0, returned: 0, min: 10, wanted: 20 },
      [0, 10, 0],
    ],
    [
      'settles a part of the lease',
      { used: 20, held: 20 },
      { settled: 15, returned: 0, min: 0, wanted: 0 },
      [15, 0, 80],
    ],
    ['takes amounts back', { used: 20, held: 20 }, { settled: 5, returned: 15, min: 0, wanted: 0 }, [20, 0, 95]],
    [
      'reports the excess above the lease',
      { used: 100, held: 20 },
      { settled: 30, returned: 0, min: 1, wanted: 5 },
      [20, 0, -10],
    ],
  ])('%s', (_, counter, request, [dropped, granted, left]) => {
    expect(exchangeLease({ ...counter, max: 100 }, request)).toEqual({ dropped, granted, left });
  });

  it('never leases more than available, and loses nothing', () => {
    const amount = fc.nat(200);
    fc.assert(
      fc.property(amount, amount, amount, amount, amount, amount, (used, held, settled, returned, min, more) => {
        fc.pre(held <= used);
        const wanted = min + more;
        const { dropped, granted, left } = exchangeLease({ used, max: 100, held }, { settled, returned, min, wanted });
        const usedThen = used + settled - dropped + granted;
        expect(left).toBe(100 - usedThen);
        expect(held - dropped + granted).toBeGreaterThanOrEqual(0);
        expect(granted).toBeLessThanOrEqual(wanted);
        if (granted > 0) expect([usedThen <= 100, granted >= min]).toEqual([true, true]);
      }),
    );
  });
});
