import { expect, inject, it, onTestFinished } from 'vitest';
import { LAYERS, type Layer } from '../../../../analytics/insight/plan/layer-plan.ts';
import type { FactsQuestion } from '../../../../analytics/insight/question/facts-question.ts';
import { addSums, NO_SUMS } from '../../../../domain/insight/additive-sums.ts';
import { createMeasuredFacts, findGroup, JANUARY } from '../../../../testing/insight/hand-made-facts.ts';

const USERS = 1_000_000;
const UNNAMED = 1_000;
/** The first requests name no user; each of the others names its own, and costs its number in nano-dollars. */
const REQUESTS = UNNAMED + USERS;
const sumTo = (count: number): bigint => (BigInt(count) * BigInt(count + 1)) / 2n;

const JUNE_FIRST: FactsQuestion = {
  ...JANUARY,
  from: new Date('2026-06-01T00:00:00.000Z'),
  to: new Date('2026-06-02T00:00:00.000Z'),
  fence: BigInt(REQUESTS),
  dimensions: { names: ['user'], rankedBy: 'spend', maxValues: 3, mayReadValues: true },
};

it('the groups of a million users of one day and environment add up to the nano-dollar', async () => {
  const facts = await createMeasuredFacts(inject('clickhouseUrl'), {});
  onTestFinished(() => facts.drop());
  await facts.client.command({
    query: `INSERT INTO cost_effects_v1
  (organization_id, workspace_id, environment_id, purpose, logical_request_id, user, effect_id, effect_kind, occurred_at,
   nanos, priced, arrival_seq)
SELECT 'org_a', 't_a', 'env_a', 'application', toString(number), if(number <= ${UNNAMED}, '', concat('user-', toString(number))),
  toString(number), 'settlement', toDateTime64('2026-06-01 00:00:00', 3, 'UTC') + toIntervalMillisecond(80 * number),
  number, 1, number
FROM numbers(1, ${REQUESTS})`,
  });
  for (const layers of [LAYERS, ['facts'] as readonly Layer[]]) {
    const { measured } = await facts.measure(JUNE_FIRST, { layers });
    expect(measured.ranked?.shown.map(({ facet }) => facet.value)).toEqual([
      `user-${REQUESTS}`,
      `user-${REQUESTS - 1}`,
      `user-${REQUESTS - 2}`,
    ]);
    expect(measured.ranked?.folded).toEqual([{ purpose: 'application', name: 'user', values: BigInt(USERS - 3) }]);
    const nanosOf = (value: string): bigint | undefined =>
      measured.groups.find(({ key }) => key.facet?.value === value && !key.facet.other)?.sums.nanos;
    expect([nanosOf(`user-${REQUESTS}`), nanosOf('')]).toEqual([BigInt(REQUESTS), sumTo(UNNAMED)]);
    const ofUsers = measured.groups.filter(({ key }) => key.facet !== undefined).map(({ sums }) => sums);
    expect(ofUsers).toHaveLength(5);
    const whole = findGroup(measured)?.sums;
    expect(ofUsers.reduce(addSums, NO_SUMS)).toEqual(whole);
    expect([whole?.nanos, whole?.effects]).toEqual([sumTo(REQUESTS), BigInt(REQUESTS)]);
  }
});
