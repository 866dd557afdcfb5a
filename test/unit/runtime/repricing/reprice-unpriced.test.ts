import { describe, expect, it } from 'vitest';
import type { UnpricedEffect } from '../../../../analytics/gateway/unpriced-effect-finder.ts';
import type { CostEffect } from '../../../../contracts/ingest/events/cost-effect.ts';
import { parseTrafficLine } from '../../../../contracts/ingest/lines/parse-traffic-line.ts';
import { priceBasisText } from '../../../../contracts/ingest/events/price-basis.ts';
import { noFaultPoints } from '../../../../domain/kernel/fault-points.ts';
import { repriceUnpriced, type RepricingParts } from '../../../../runtime/repricing/reprice-unpriced.ts';

const AT = '2026-05-06T07:08:09.010Z';

interface Arrived {
  readonly seq: bigint;
  readonly effect: UnpricedEffect;
}

function arrived(workspace: string, seq: number, model = 'm', isEstimate = false): Arrived {
  const ids = { organization_id: 'org', workspace_id: workspace, application_id: 'app', gateway_id: 'gw' };
  const basis = priceBasisText({
    ...{ provider: 'p', models: [model], at: AT, units: { input_tokens: seq } },
    ...(isEstimate && { estimated: true as const }),
  });
  return {
    seq: BigInt(seq),
    effect: {
      effectId: `greq_${seq}.1`,
      reason: 'model_not_in_table',
      basis: basis!,
      dimensions: {
        ...{ schema: 1, scope: { ...ids, environment_id: 'env' }, purpose: 'application', occurred_at: AT },
        ...{ logical_request_id: `greq_${seq}`, attempt_id: `greq_${seq}.1`, provider_id: 'P', provider_model: model },
      },
    },
  };
}

/** Effects that the written events never price, because nothing is loaded here. */
function worldOf(all: readonly Arrived[], through: number, more: Partial<RepricingParts> = {}) {
  const lines: string[] = [];
  const asked: string[] = [];
  const marks = new Map<string, bigint>();
  const within = ({ seq }: Arrived, range: { after: bigint; through: bigint }): boolean =>
    seq > range.after && seq <= range.through;
  const parts: RepricingParts = {
    find: {
      workspaces: (range) => {
        const found = all
          .filter((each) => within(each, range))
          .map(({ effect }) => effect.dimensions.scope.workspace_id);
        return Promise.resolve([...new Set(found)].map((workspaceId) => ({ organizationId: 'org', workspaceId })));
      },
      page: ({ workspaceId }, range, max) => {
        const found = all.filter(
          (each) => within(each, range) && each.effect.dimensions.scope.workspace_id === workspaceId,
        );
        const page = found.slice(0, max);
        const last = page.at(-1);
        asked.push(`${workspaceId} ${page.length}`);
        return Promise.resolve({
          effects: page.map(({ effect }) => effect),
          found: page.length,
          through: page.length < max || last === undefined ? range.through : last.seq,
        });
      },
      withoutBasis: () => Promise.resolve([]),
    },
    positions: {
      loadedThrough: () => Promise.resolve(BigInt(through)),
      position: () => Promise.resolve({ all: marks.get('') ?? 0n, further: marks }),
      mark: (_, workspaceId, to) => Promise.resolve(void marks.set(workspaceId, to)),
      markAll: (_, to) => Promise.resolve(void marks.set('', to)),
    },
    prices: {
      revision: 'table 2',
      priceOf: ({ models, units }) =>
        models[0] === 'm'
          ? { state: 'priced', nanos: String(units['input_tokens']! * 7), revision: 'table 2' }
          : { state: 'unpriced', reason: 'model_not_in_table', revision: 'table 2' },
    },
    writer: { appendLines: (more_) => Promise.resolve(void lines.push(...more_)) },
    faults: noFaultPoints,
    hasRoom: () => Promise.resolve(true),
    onAsked: () => undefined,
    maxEffects: 10_000,
    ...more,
  };
  const events = (): CostEffect[] => lines.map((line) => JSON.parse(line) as CostEffect);
  return { parts, lines, asked, marks, events };
}

const never = new AbortController().signal;

describe('pricing unpriced calls with a later table', () => {
  it('writes the transition of each call that it prices, with the dimensions of its settlement', async () => {
    const world = worldOf([arrived('t_1', 1), arrived('t_1', 2, 'unknown'), arrived('t_1', 3, 'm', true)], 3);
    expect(await repriceUnpriced(world.parts, never)).toEqual({ asked: 3, priced: 2, isWhole: true });
    expect(world.events()).toEqual([
      {
        ...arrived('t_1', 1).effect.dimensions,
        ...{ event: 'cost_effect', effect_id: 'greq_1.1.priced', effect_kind: 'price_transition' },
        ...{ price_state: 'priced', previous_price_state: 'unpriced', nanos: '7' },
        ...{ estimated: false, price_revision: 'table 2' },
      },
      expect.objectContaining({ effect_id: 'greq_3.1.priced', nanos: '21', estimated: true }),
    ]);
    expect(world.lines.map((line) => parseTrafficLine(line).fault)).toEqual([undefined, undefined]);
  });

  it('checks nothing twice with one table, and continues after its position', async () => {
    const all = [arrived('t_1', 1), arrived('t_1', 2, 'unknown')];
    const world = worldOf(all, 2);
    await repriceUnpriced(world.parts, never);
    expect(await repriceUnpriced(world.parts, never)).toEqual({ asked: 0, priced: 0, isWhole: true });
    expect(world.asked).toEqual(['t_1 2']);
    const later = worldOf([...all, arrived('t_1', 3)], 3, {
      positions: { ...world.parts.positions, loadedThrough: () => Promise.resolve(3n) },
    });
    expect(await repriceUnpriced(later.parts, never)).toEqual({ asked: 1, priced: 1, isWhole: true });
  });

  it('checks only calls that are loaded up to its position', async () => {
    const world = worldOf([arrived('t_1', 1), arrived('t_1', 2)], 1);
    expect(await repriceUnpriced(world.parts, never)).toMatchObject({ priced: 1 });
    expect(world.marks.get('')).toBe(1n);
  });

  it('reads a page of each workspace in turn, with the longest waiting first', async () => {
    const many = Array.from({ length: 1_200 }, (_, index) => arrived('t_large', index + 1));
    const all = [...many, arrived('t_small', 2_000)];
    const world = worldOf(all, 2_000, { maxEffects: 700 });
    expect(await repriceUnpriced(world.parts, never)).toEqual({ asked: 1_001, priced: 1_001, isWhole: false });
    expect(world.asked).toEqual(['t_large 500', 't_small 1', 't_large 500']);
    expect(world.marks).toEqual(
      new Map([
        ['t_large', 1_000n],
        ['t_small', 2_000n],
      ]),
    );
    expect(await repriceUnpriced(world.parts, never)).toEqual({ asked: 200, priced: 200, isWhole: true });
    expect(new Set(world.lines).size).toBe(1_201);
    const late = worldOf(all, 2_000, { maxEffects: 1 });
    late.marks.set('t_large', 500n);
    await repriceUnpriced(late.parts, never);
    expect(late.asked).toEqual(['t_small 1']);
  });

  it('waits while the journal has no capacity, and ends on request', async () => {
    const world = worldOf([arrived('t_1', 1)], 1, { hasRoom: () => Promise.resolve(false) });
    expect(await repriceUnpriced(world.parts, never)).toEqual({ asked: 0, priced: 0, isWhole: false });
    expect(world.marks.size).toBe(0);
    const stopped = worldOf([arrived('t_1', 1)], 1);
    expect(await repriceUnpriced(stopped.parts, AbortSignal.abort())).toMatchObject({ priced: 0, isWhole: false });
  });

  it('writes the same lines again if it died before it stored its position', async () => {
    const world = worldOf([arrived('t_1', 1)], 1, {
      faults: {
        reach: (name) => {
          throw new Error(`died at ${name}`);
        },
      },
    });
    await expect(repriceUnpriced(world.parts, never)).rejects.toThrow('died at repricing.written');
    expect(world.marks.size).toBe(0);
    await repriceUnpriced({ ...world.parts, faults: noFaultPoints }, never);
    expect(world.lines).toHaveLength(2);
    expect(new Set(world.lines).size).toBe(1);
  });

  it('skips an unreadable basis', async () => {
    const { effect } = arrived('t_1', 1);
    const bases = [
      '{',
      '{}',
      '[]',
      '{"provider":"p","models":[],"at":"x","units":{}}',
      effect.basis.replace('2026', '1026'),
    ];
    const all = bases.map((basis, index) => ({ seq: BigInt(index + 1), effect: { ...effect, basis } }));
    const world = worldOf(all, 9);
    expect(await repriceUnpriced(world.parts, never)).toEqual({ asked: 5, priced: 0, isWhole: true });
    expect(world.lines).toEqual([]);
  });
});
