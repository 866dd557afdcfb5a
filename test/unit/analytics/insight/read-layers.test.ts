import { describe, expect, it } from 'vitest';
import { LAYERS, planLayers, type LayerPlan } from '../../../../analytics/insight/plan/layer-plan.ts';
import type { LayerRow } from '../../../../analytics/insight/sql/layer-row.ts';
import { readLayers } from '../../../../analytics/insight/read/read-layers.ts';
import type { RunQuestionQuery } from '../../../../analytics/statements/bound-query.ts';

const DAY_SECONDS = 86_400;
const from = new Date('2026-01-01T00:00:00.000Z');
const to = new Date('2026-01-04T00:00:00.000Z');
const plan = planLayers({ from, to, exclusions: [], environmentIds: [] }, LAYERS);

/** Answers the rounds in order, and returns the requested plans. */
async function read(
  rounds: readonly (readonly LayerRow[])[],
): Promise<{ rows: LayerRow[]; plans: LayerPlan[]; order: string[] }> {
  const plans: LayerPlan[] = [];
  const order: string[] = [];
  const left = [...rounds];
  const ask: RunQuestionQuery = <Row>() => Promise.resolve((left.shift() ?? []) as unknown as Row[]);
  const rows = await readLayers<LayerRow>(ask, plan, LAYERS, (due, round) => {
    plans.push(due);
    order.push(round);
    return { tag: 'insight.sums', sql: '', params: {} };
  });
  return { rows, plans, order };
}

describe('rows of several layers', () => {
  it('are those of one round if nothing in it is stale', async () => {
    const fresh: LayerRow = { layer: 'days', stale: [] };
    const { rows, plans } = await read([[fresh]]);
    expect(rows).toEqual([fresh]);
    expect(plans).toEqual([plan]);
  });

  it('exclude a layer that reports a stale period, which the next layer answers', async () => {
    const start = from.getTime() / 1_000 + DAY_SECONDS;
    const day: LayerRow = { layer: 'days', stale: [] };
    const hour: LayerRow = { layer: 'hours', stale: [] };
    const { rows, plans, order } = await read([
      [day, { layer: 'days', stale: [start] }],
      [day, hour],
    ]);
    expect(rows).toEqual([day, hour]);
    expect(order).toEqual(['first', 'later']);
    expect(plans[1]?.hours).toEqual([{ from: start * 1_000, to: (start + DAY_SECONDS) * 1_000 }]);
  });

  it('may exceed the maximum arguments of a call, as for a year of hours by model', async () => {
    const { rows } = await read([new Array<LayerRow>(400_000).fill({ layer: 'days', stale: [] })]);
    expect(rows).toHaveLength(400_000);
  });
});
