import { describe, expect, it } from 'vitest';
import { isRolledUp, planTraffic, type TrafficPlan } from '../../../../analytics/insight/plan/plan-traffic.ts';
import type { LayerPlan } from '../../../../analytics/insight/plan/layer-plan.ts';
import type { FactsQuestion } from '../../../../analytics/insight/question/measured-facts.ts';
import type { GroupChoice } from '../../../../domain/insight/group-choice.ts';
import type { AdditiveFigure } from '../../../../domain/insight/group-sums.ts';

const DAY = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 2) };
const DAYS: LayerPlan = { months: [], days: [DAY], hours: [], facts: [] };
const BOTH: LayerPlan = { ...DAYS, facts: [{ from: DAY.to, to: DAY.to + 60_000 }] };

function question(figures: readonly AdditiveFigure[], more: Partial<FactsQuestion> = {}): FactsQuestion {
  return {
    organizationId: 'org_a',
    workspaceId: 't_a',
    environmentIds: ['env_a'],
    holdsEveryEnvironment: true,
    from: new Date(DAY.from),
    to: new Date(DAY.to + 60_000),
    purposes: ['application'],
    releaseIds: [],
    fence: 9n,
    hasReplacedEndings: false,
    exclusions: [],
    facets: [],
    chosen: [],
    figures: new Set(figures),
    feedback: false,
    teamRuns: false,
    protection: false,
    markers: false,
    latency: [],
    ...more,
  };
}

const choice = (member: GroupChoice['member'], pending = false): GroupChoice => ({
  member,
  values: ['a'],
  unserved: false,
  pending,
});

/** What is read of the facts, by population: its figures, and whether over the whole window. */
function factsOf({ populations }: TrafficPlan): unknown[] {
  return populations.map(({ population, figures, isReadWhole }) => [population.name, figures, isReadWhole]);
}

describe('the plan of the sums', () => {
  it('reads rollups alone where they hold the window, the whole without facets', () => {
    const plan = planTraffic(question(['admitted', 'ended']), DAYS, 'first');
    expect(plan).toEqual({
      layers: DAYS,
      rollups: ['days'],
      rolledUp: { figures: ['admitted', 'ended'] },
      populations: [],
    });
  });

  it('names the facets that rollups have rows of: a release is a key of the whole, a purpose of every row', () => {
    const facets = ['route', 'release', 'purpose', 'input_size_bucket'] as const;
    expect(planTraffic(question(['ended'], { facets }), DAYS, 'first').rolledUp.facets).toEqual([
      '',
      'route',
      'input_size_bucket',
    ]);
  });

  it('reads of each population the figures that are asked', () => {
    expect(factsOf(planTraffic(question(['admitted', 'nanos', 'attempts']), BOTH, 'first'))).toEqual([
      ['admissions', ['admitted'], false],
      ['terminals', [], false],
      ['attempts', ['attempts'], false],
      ['effects', ['nanos'], false],
    ]);
  });

  it('reads attempts whole for tokens by kind, in the first round alone, and nothing of them from rollups', () => {
    const kinds = question(['admitted', 'attempts', 'cached_tokens']);
    const first = planTraffic(kinds, DAYS, 'first');
    expect(first.rolledUp.figures).toEqual(['admitted']);
    expect(factsOf(first)).toEqual([['attempts', ['attempts', 'cached_tokens'], true]]);
    expect(factsOf(planTraffic(kinds, DAYS, 'later'))).toEqual([]);
  });

  it('leaves out populations that cannot tell what is chosen', () => {
    const chosen = [choice('outcome')];
    expect(factsOf(planTraffic(question(['ended'], { chosen }), BOTH, 'first'))).toEqual([
      ['terminals', ['ended'], false],
    ]);
  });

  it('tells endings that are chosen from others where requests without an end are chosen beside them', () => {
    const [outcome, team] = [choice('outcome', true), choice('team', true)];
    const { rolledUp, populations } = planTraffic(question(['ended'], { chosen: [outcome, team] }), BOTH, 'first');
    expect(rolledUp.facets).toEqual(['', 'outcome']);
    expect(
      populations.map(({ population, chosen, toldFromOthers }) => [population.name, chosen, toldFromOthers]),
    ).toEqual([
      ['admissions', [outcome, team], undefined],
      ['terminals', [team], [outcome]],
    ]);
  });
});

it('rollups hold one choice of a facet of theirs, told apart by itself, by release and by purpose', () => {
  const isHeld = (chosen: readonly GroupChoice[], facets: FactsQuestion['facets'] = []): boolean =>
    isRolledUp({ chosen, facets });
  expect([isHeld([]), isHeld([], ['route', 'outcome'])]).toEqual([true, true]);
  expect(isHeld([choice('route')], ['route', 'release', 'purpose'])).toBe(true);
  expect(isHeld([choice('route')], ['outcome'])).toBe(false);
  expect([isHeld([choice('team')]), isHeld([choice('route'), choice('outcome')])]).toEqual([false, false]);
});
