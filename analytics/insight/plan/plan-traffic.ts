import { dimensionOf, isSplitBy } from '../../../domain/insight/dimensions.ts';
import {
  includesPending,
  endingChoices,
  requestChoices,
  type GroupChoice,
} from '../../../domain/insight/group-choice.ts';
import { ADDITIVE_FIGURES, type AdditiveFigure } from '../../../domain/insight/group-sums.ts';
import type { FactsQuestion } from '../question/facts-question.ts';
import { LAYERS, layersForGrain, ROLLUP_LAYERS, type Layer, type LayerPlan, type RollupLayer } from './layer-plan.ts';
import { rollupBreadth, type RollupBreadth } from './rollup-breadth.ts';
import { TOKEN_KIND_FIGURES, TRAFFIC_POPULATIONS, type TrafficPopulation } from './traffic-populations.ts';

/**
 * The plan for reading the additive sums of a question. It is created once, each round executes a part of it, and it
 * determines how rows are read.
 */
export interface TrafficPlan {
  /** Layers that may be read, the coarsest first. */
  readonly layers: readonly Layer[];
  readonly rolledUp: RolledUpPart;
  /** The populations that can apply the filter of the question, in the order of the closed set. */
  readonly populations: readonly PopulationPart[];
}

/** The part of each rollup that is read. */
interface RolledUpPart {
  readonly breadth: RollupBreadth;
  readonly figures: readonly AdditiveFigure[];
  /** The facets of its rows, with the empty one for the total; absent if only the total is read. */
  readonly facets?: readonly string[];
}

/** The part of a population that is read from its facts. */
export interface PopulationPart {
  readonly population: TrafficPopulation;
  readonly figures: readonly AdditiveFigure[];
  /** True if its facts are read over the complete window, even where rollups cover a part of it. */
  readonly isReadWhole: boolean;
  /** The choices by which its facts are filtered. */
  readonly chosen: readonly GroupChoice[];
  /** The chosen endings; present if all endings are read, because pending requests are chosen, too. */
  readonly chosenEndings?: readonly GroupChoice[];
}

/** A round of a plan. One statement reads it. */
export interface TrafficRound {
  readonly layers: LayerPlan;
  /** The rollups that are read, the coarsest first. */
  readonly rollups: readonly RollupLayer[];
  readonly rolledUp: RolledUpPart;
  /** The facts that are read, in the order of their populations. */
  readonly populations: readonly PopulationPart[];
}

/** Plans the sums of a question. @param allowed the layers that may be read; the sums do not depend on them */
export function planTraffic(question: FactsQuestion, allowed?: readonly Layer[]): TrafficPlan {
  const facets = rolledUpFacets(question);
  const populations = TRAFFIC_POPULATIONS.map((population): PopulationPart => ({
    population,
    figures: figuresOf([population], question),
    isReadWhole: isReadWhole(population, question),
    ...chosenFacts(population, question),
  }));
  const rolledUp = populations.filter((part) => !part.isReadWhole).map(({ population }) => population);
  return {
    layers: trafficLayers(question, allowed),
    rolledUp: {
      breadth: rollupBreadth(question),
      figures: figuresOf(rolledUp, question),
      ...(facets && { facets }),
    },
    populations: populations.filter(({ population }) => isChosenFrom(population, question)),
  };
}

/**
 * One round of a plan. A population with figures that no rollup has is read from the facts of the complete window, in
 * the first round only.
 */
export function planRound(plan: TrafficPlan, layers: LayerPlan, round: 'first' | 'later'): TrafficRound {
  return {
    layers,
    rollups: ROLLUP_LAYERS.filter((layer) => layers[layer].length > 0),
    rolledUp: plan.rolledUp,
    populations: plan.populations.filter((part) => (part.isReadWhole ? round === 'first' : layers.facts.length > 0)),
  };
}

/** The figures of a question that these populations have, in the order of the closed set. */
function figuresOf(populations: readonly TrafficPopulation[], { figures }: FactsQuestion): AdditiveFigure[] {
  return ADDITIVE_FIGURES.filter(
    (figure) => figures.has(figure) && populations.some(({ columns }) => columns[figure] !== undefined),
  );
}

/**
 * The layers that can answer a question. Values of dimensions have a rollup by day only, and its rows cannot be
 * filtered by another member.
 */
function trafficLayers(question: FactsQuestion, allowed: readonly Layer[] = LAYERS): readonly Layer[] {
  const { dimensions, chosen, grain } = question;
  if (dimensions === undefined) return isRolledUp(question) ? layersForGrain(grain, allowed) : ['facts'];
  const isByDay = chosen.length === 0 && allowed.includes('days');
  return layersForGrain(grain, isByDay ? ['days', 'facts'] : ['facts']);
}

/**
 * True if rollups can answer a filtered question. A rollup has one row for each value of each facet and release, so it
 * cannot combine two facets.
 */
function isRolledUp({ chosen, facets }: FactsQuestion): boolean {
  const [choice, second] = chosen;
  if (choice === undefined) return true;
  if (second !== undefined || !dimensionOf(choice.member).isRolledUp) return false;
  return facets.every((facet) => [choice.member, 'release', 'purpose'].includes(facet));
}

/** The facets of the rollup rows that are read. The release is a key of the rows for the total. */
function rolledUpFacets({ chosen: [choice], facets }: FactsQuestion): string[] | undefined {
  if (choice !== undefined) return choice.pending ? ['', choice.member] : [choice.member];
  const asked = facets.filter((facet) => dimensionOf(facet).isRolledUp);
  return asked.length === 0 ? undefined : ['', ...asked];
}

/**
 * True if a population can apply the filter. Admissions do not have the end of their request: they are read if the
 * filter does not depend on it, or if it includes pending requests.
 */
function isChosenFrom({ name, facetPopulation }: TrafficPopulation, { chosen }: FactsQuestion): boolean {
  if (name === 'admissions') return includesPending(chosen);
  return chosen.every(({ member }) => isSplitBy(facetPopulation, member));
}

function isReadWhole({ name }: TrafficPopulation, { figures }: FactsQuestion): boolean {
  return name === 'attempts' && [...TOKEN_KIND_FIGURES].some((figure) => figures.has(figure));
}

function chosenFacts(
  { name }: TrafficPopulation,
  { chosen }: FactsQuestion,
): Pick<PopulationPart, 'chosen' | 'chosenEndings'> {
  const chosenEndings = endingChoices(chosen);
  if (name !== 'terminals' || chosenEndings.length === 0 || !includesPending(chosen)) return { chosen };
  return { chosen: requestChoices(chosen), chosenEndings };
}
