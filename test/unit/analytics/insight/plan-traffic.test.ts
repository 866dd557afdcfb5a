import { describe, expect, it } from 'vitest';
import { planTraffic, planRound, type TrafficRound } from '../../../../analytics/insight/plan/plan-traffic.ts';
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
  return planRound(planTraffic(asked), layers, which);
}

/** The reads of facts by population: the figures, and whether the read covers the complete window. */
function factsOf({ populations }: TrafficRound): unknown[] {
  return populations.map(({ population, figures, isReadWhole }) => [population.name, figures, isReadWhole]);
}

describe('the plan of the sums', () => {
  it('reads only rollups if they contain the window, with the total without facets', () => {
    expect(round(question(['admitted', 'ended']), DAYS)).toEqual({
      layers: DAYS,
      rollups: ['days'],
      rolledUp: { breadth: 'workspace', figures: ['admitted', 'ended'] },
      populations: [],
    });
  });

  it('names the facets of the rollups’ rows: a release is a key of the total, a purpose of every row', () => {
    const facets = ['route', 'release', 'purpose', 'input_size_bucket'] as const;
    expect(planTraffic(question(['ended'], { facets })).rolledUp.facets).toEqual(['', 'route', 'input_size_bucket']);
  });

  it('reads the requested figures of each population', () => {
    expect(factsOf(round(question(['admitted', 'nanos', 'attempts']), BOTH))).toEqual([
      ['admissions', ['admitted'], false],
      ['terminals', [], false],
      ['attempts', ['attempts'], false],
      ['effects', ['nanos'], false],
    ]);
  });

  it('reads complete attempts for tokens by kind, only in the first round, and no rollups of them', () => {
    const kinds = question(['admitted', 'attempts', 'cached_tokens']);
    const first = round(kinds, DAYS);
    expect(first.rolledUp.figures).toEqual(['admitted']);
    expect(factsOf(first)).toEqual([['attempts', ['attempts', 'cached_tokens'], true]]);
    expect(factsOf(round(kinds, DAYS, 'later'))).toEqual([]);
  });

  it('excludes populations that the filter cannot split', () => {
    const chosen = [choice('outcome')];
    expect(factsOf(round(question(['ended'], { chosen }), BOTH))).toEqual([['terminals', ['ended'], false]]);
  });

  it('separates chosen endings if requests without an end are chosen with them', () => {
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

it('rollups serve one filter of their facets: by itself, by release and by purpose', () => {
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

it('values of dimensions have rollups by day, unless they are filtered', () => {
  const dimensions = { names: ['user'], rankedBy: 'requests', maxValues: 2, mayReadValues: true } as const;
  const layersFor = (more: Partial<FactsQuestion> = {}, allowed?: readonly Layer[]): readonly Layer[] =>
    planTraffic(question(['ended'], { dimensions, ...more }), allowed).layers;
  expect([layersFor(), layersFor({ grain: 'month' }), layersFor({ grain: 'day' })]).toEqual([
    ['days', 'facts'],
    ['days', 'facts'],
    ['days', 'facts'],
  ]);
  expect([layersFor({ grain: 'hour' }), layersFor({ chosen: [choice('route')] })]).toEqual([['facts'], ['facts']]);
  expect(layersFor({ chosen: [choice('dimension:user', true)] })).toEqual(['facts']);
  expect([layersFor({}, ['facts']), layersFor({}, ['hours', 'facts'])]).toEqual([['facts'], ['facts']]);
});

it('a filter by a dimension reads every population from its facts', () => {
  const chosen = [choice('dimension:tag.plan', true)];
  expect(factsOf(round(question(['admitted', 'nanos'], { chosen }), BOTH))).toEqual([
    ['admissions', ['admitted'], false],
    ['terminals', [], false],
    ['attempts', [], false],
    ['effects', ['nanos'], false],
  ]);
  expect(planTraffic(question(['admitted'], { chosen })).layers).toEqual(['facts']);
});

it('layers are the permitted ones that match the grain', () => {
  const layersFor = (grain: FactsQuestion['grain'] & {}, allowed?: readonly Layer[]): readonly Layer[] =>
    planTraffic(question(['ended'], { grain }), allowed).layers;
  expect([layersFor('month'), layersFor('week'), layersFor('hour')]).toEqual([
    LAYERS,
    ['days', 'hours', 'facts'],
    ['hours', 'facts'],
  ]);
  expect(layersFor('day', ['months', 'hours', 'facts'])).toEqual(['hours', 'facts']);
});
