import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callCost, type CallTokens } from '../../../../domain/models/call-cost.ts';
import { planCost } from '../../../../domain/comparisons/plan-cost.ts';

/** The price is three nano-USD per input token and fifty per output token. */
const priceOf = ({ input, output }: CallTokens): bigint => BigInt(input * 3 + output * 50);

describe('the cost of a call', () => {
  it('is limited by a token per byte and its maximum output', () => {
    expect(callCost({ inputBytes: 1_000, messages: 2, isForced: false, maxOutputTokens: 402 }, priceOf)).toEqual({
      // 63 input tokens and 1 output token.
      atLeast: 239n,
      // 250 input tokens and 101 output tokens.
      likely: 5_800n,
      // 1,032 input tokens and 402 output tokens.
      atMost: 23_196n,
    });
  });

  it('includes the tokens that a provider adds to force an answer', () => {
    expect(callCost({ inputBytes: 1_000, messages: 2, isForced: true, maxOutputTokens: 402 }, priceOf)).toEqual({
      atLeast: 239n,
      likely: 5_800n,
      // 2,032 input tokens and 402 output tokens.
      atMost: 26_196n,
    });
  });

  it('never has a minimum above the likely cost, nor a likely cost above the maximum', () => {
    const size = fc.record({
      inputBytes: fc.nat({ max: 1_000_000 }),
      messages: fc.integer({ min: 1, max: 100 }),
      isForced: fc.boolean(),
      maxOutputTokens: fc.integer({ min: 1, max: 100_000 }),
    });
    fc.assert(
      fc.property(size, (call) => {
        const { atLeast, likely, atMost } = callCost(call, priceOf)!;
        expect([atLeast <= likely, likely <= atMost]).toEqual([true, true]);
      }),
    );
  });

  it.each([1, 2, 3])('is unknown if the %ith amount has no price', (nth) => {
    let asked = 0;
    const price = (): bigint | undefined => ((asked += 1) === nth ? undefined : 1n);
    expect(callCost({ inputBytes: 1, messages: 1, isForced: false, maxOutputTokens: 1 }, price)).toBeUndefined();
  });
});

describe('the cost of a plan', () => {
  it('is the sum of its calls', () => {
    expect(
      planCost([
        { atLeast: 1n, likely: 20n, atMost: 300n },
        { atLeast: 2n, likely: 30n, atMost: 400n },
      ]),
    ).toEqual({ atLeast: 3n, likely: 50n, atMost: 700n });
    expect(planCost([])).toEqual({ atLeast: 0n, likely: 0n, atMost: 0n });
  });

  it('is unknown if one call has no price', () => {
    expect(planCost([{ atLeast: 1n, likely: 20n, atMost: 300n }, undefined])).toBeUndefined();
  });
});
