import { describe, expect, it } from 'vitest';
import type { LimitEntry } from '../../../../../domain/gateway/governance/governance-block.ts';
import { governanceSettings } from '../../../../../domain/gateway/governance/limit.ts';
import type { LoggedCall } from '../../../../../domain/gateway/governance/logged-call.ts';
import { previewLimit } from '../../../../../domain/gateway/governance/preview-limit.ts';

const NOON = Date.parse('2026-03-02T12:00:00.000Z');
const HOUR_MS = 3_600_000;

let calls = 0;
function call(atMs: number, overrides: Partial<LoggedCall> = {}): LoggedCall {
  calls += 1;
  return {
    requestId: `greq_${calls}`,
    admittedMs: NOON + atMs,
    endedMs: NOON + atMs + 1_000,
    caller: { keyIds: ['kid_1'], owner: 'search', organizationId: 'org_1' },
    tags: {},
    ...{ tokens: 100, nanos: 2_000_000_000, isEstimate: false, reservedTokens: undefined, reservedNanos: undefined },
    factor: 1,
    ...overrides,
  };
}

function preview(entry: Omit<LimitEntry, 'id'>, of: readonly LoggedCall[]) {
  const settings = governanceSettings({
    limits: [{ id: 'l', ...entry }],
    unpriced_call_usd: 3,
    assumed_output_tokens: 50,
  });
  return previewLimit(settings.limits[0]!, of, settings, () => HOUR_MS);
}

describe('the preview of a limit', () => {
  it('refuses calls above the capacity of a window, and starts again with the next one', () => {
    const of = [call(0), call(1_000), call(2_000), call(60_000)];
    expect(preview({ node: 'organization', requests_per_minute: 2 }, of)).toEqual([
      {
        node: 'organization:org_1',
        ...{ calls: 4, windows: 2, refused: 1, refusedWindows: 1, refusedAmount: 1, assumed: 0 },
        fullest: { fromMs: NOON, amount: 3 },
        first: { atMs: NOON + 2_000, requestId: of[2]!.requestId },
      },
    ]);
  });

  it('admits a smaller call after a refused one', () => {
    const [large, small] = [call(0, { tokens: 300 }), call(1, { tokens: 200 })];
    expect(preview({ node: 'organization', tokens: 250, per: 'day' }, [large, small])).toMatchObject([
      { refused: 1, refusedAmount: 300, fullest: { amount: 500 }, first: { requestId: large.requestId } },
    ]);
  });

  it('counts days of its zone', () => {
    // 23:30 UTC is 00:30 in this zone.
    const of = [call(11 * HOUR_MS - 1), call(11 * HOUR_MS)];
    const day = { node: 'organization', requests: 1, per: 'day' } as const;
    expect(preview({ ...day, time_zone: 'Europe/Berlin' }, of)).toMatchObject([{ windows: 2, refused: 0 }]);
  });

  it('uses the reservation for an unknown amount, or the settings, and never zero', () => {
    const budget = { node: 'organization', budget_usd: 4, per: 'day' } as const;
    const unpriced = call(0, { nanos: undefined });
    const reserved = call(1, { nanos: undefined, reservedNanos: 500_000_000 });
    expect(preview(budget, [unpriced, reserved, unpriced])).toMatchObject([
      { assumed: 3, refused: 1, refusedAmount: 3_000_000_000, fullest: { amount: 6_500_000_000 } },
    ]);
    const tokens = { node: 'organization', tokens: 1_000, per: 'day' } as const;
    const unknown = call(0, { tokens: undefined });
    expect(preview(tokens, [unknown, call(1, { tokens: undefined, reservedTokens: 7 })])).toMatchObject([
      { assumed: 2, fullest: { amount: 57 } },
    ]);
  });

  it('covers the calls of its node', () => {
    const others = call(0, {
      caller: { keyIds: ['kid_2'], owner: 'ads', organizationId: 'org_2' },
      tags: { app: 'web' },
    });
    const of = [call(0), others];
    const names = (node: string): string[] =>
      preview({ node, requests: 9, per: 'day' }, of).map((shown) => `${shown.node} ${shown.calls}`);
    expect(names('organization')).toEqual(['organization:org_1 1', 'organization:org_2 1']);
    expect([names('team:ads'), names('key:kid_1'), names('tag:app=web'), names('team:none')]).toEqual([
      ['team:org_2:ads 1'],
      ['key:kid_1 1'],
      ['tag:org_2:app=web 1'],
      [],
    ]);
  });

  it('of concurrent calls counts calls in flight', () => {
    const of = [call(0), call(500), call(999), call(1_000), call(1_400)];
    expect(preview({ node: 'organization', concurrency: 2 }, of)).toEqual([
      {
        node: 'organization:org_1',
        // The third call finds two in flight. The fourth takes the place of the first. The fifth finds the second and
        // the fourth.
        ...{ calls: 5, windows: 0, refused: 2, refusedWindows: 0, refusedAmount: 2, assumed: 0 },
        fullest: { fromMs: NOON + 1_400, amount: 4 },
        first: { atMs: NOON + 999, requestId: of[2]!.requestId },
      },
    ]);
  });
});
