import { describe, expect, it } from 'vitest';
import { planTraffic, roundOf, type TrafficRound } from '../../../../analytics/insight/plan/plan-traffic.ts';
import { LAYERS, type Layer, type LayerPlan } from '../../../../analytics/insight/plan/layer-plan.ts';
import type { FactsQuestion } from '../../../../analytics/insight/question/facts-question.ts';
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

function round(asked: FactsQuestion, layers: LayerPlan, which: 'first' | 'later' = 'first'): TrafficRound {
  return roundOf(planTraffic(asked), layers, which);
}

/** What is read of the facts, by population: its figures, and whether over the whole window. */
function factsOf({ populations }: TrafficRound): unknown[] {
  return populations.map(({ population, figures, isReadWhole }) => [population.name, figures, isReadWhole]);
}

describe('the plan of the sums', () => {
  it('reads rollups alone where they hold the window, the whole without facets', () => {
    expect(round(question(['admitted', 'ended']), DAYS)).toEqual({
      layers: DAYS,
      rollups: ['days'],
      rolledUp: { breadth: 'workspace', figures: ['admitted', 'ended'] },
      populations: [],
    });
  });

  it('names the facets that rollups have rows of: a release is a key of the whole, a purpose of every row', () => {
    const facets = ['route', 'release', 'purpose', 'input_size_bucket'] as const;
    expect(planTraffic(question(['ended'], { facets })).rolledUp.facets).toEqual(['', 'route', 'input_size_bucket']);
  });

  it('reads of each population the figures that are asked', () => {
    expect(factsOf(round(question(['admitted', 'nanos', 'attempts']), BOTH))).toEqual([
      ['admissions', ['admitted'], false],
      ['terminals', [], false],
      ['attempts', ['attempts'], false],
      ['effects', ['nanos'], false],
    ]);
  });

  it('reads attempts whole for tokens by kind, in the first round alone, and nothing of them from rollups', () => {
    const kinds = question(['admitted', 'attempts', 'cached_tokens']);
    const first = round(kinds, DAYS);
    expect(first.rolledUp.figures).toEqual(['admitted']);
    expect(factsOf(first)).toEqual([['attempts', ['attempts', 'cached_tokens'], true]]);
    expect(factsOf(round(kinds, DAYS, 'later'))).toEqual([]);
  });

  it('leaves out populations that cannot tell what is chosen', () => {
    const chosen = [choice('outcome')];
    expect(factsOf(round(question(['ended'], { chosen }), BOTH))).toEqual([['terminals', ['ended'], false]]);
  });

  it('tells endings that are chosen from others where requests without an end are chosen beside them', () => {
    const [outcome, team] = [choice('outcome', true), choice('team', true)];
    const { rolledUp, populations } = round(question(['ended'], { chosen: [outcome, team] }), BOTH);
    expect(rolledUp.facets).toEqual(['', 'outcome']);
    expect(
      populations.map(({ population, chosen, chosenEndings }) => [population.name, chosen, chosenEndings]),
    ).toEqual([
      ['admissions', [outcome, team], undefined],
      ['terminals', [team], [outcome]],
    ]);
  });
});

it('rollups hold one choice of a facet of theirs, told apart by itself, by release and by purpose', () => {
  const layersFor = (chosen: readonly GroupChoice[], facets: FactsQuestion['facets'] = []): readonly Layer[] =>
    planTraffic(question(['ended'], { chosen, facets })).layers;
  expect([layersFor([]), layersFor([], ['route', 'outcome'])]).toEqual([LAYERS, LAYERS]);
  expect(layersFor([choice('route')], ['route', 'release', 'purpose'])).toEqual(LAYERS);
  expect(layersFor([choice('route')], ['outcome'])).toEqual(['facts']);
  expect([layersFor([choice('team')]), layersFor([choice('route'), choice('outcome')])]).toEqual([
    ['facts'],
    ['facts'],
  ]);
});

it('layers are those allowed that a grain can be read by', () => {
  const layersFor = (grain: FactsQuestion['grain'] & {}, allowed?: readonly Layer[]): readonly Layer[] =>
    planTraffic(question(['ended'], { grain }), allowed).layers;
  expect([layersFor('month'), layersFor('week'), layersFor('hour')]).toEqual([
    LAYERS,
    ['days', 'hours', 'facts'],
    ['hours', 'facts'],
  ]);
  expect(layersFor('day', ['months', 'hours', 'facts'])).toEqual(['hours', 'facts']);
});
