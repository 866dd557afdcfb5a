import type { ExclusionSide } from '../question/facts-filter.ts';
import type { FactsQuestion } from '../question/facts-question.ts';
import type { LayerPlan } from '../plan/layer-plan.ts';
import { choiceConditions } from './choice-conditions.ts';
import { facetJoin, POPULATION_FACETS } from './facet-join.ts';
import { factConditions, standingConditions } from './fact-conditions.ts';
import { groupColumns, type GroupColumns } from './group-columns.ts';
import { plannedFactConditions } from './layer-conditions.ts';

/** The clauses by which a statement selects the facts of a population and splits them into the groups of a question. */
export interface PopulationClauses {
  readonly columns: GroupColumns;
  /** The clause that splits a fact by the requested facets; empty if only the total is requested. */
  readonly arrayJoin: readonly string[];
  /** The conditions of scope, time, fence and exclusions, in the order of the primary key. */
  readonly selection: readonly string[];
  /** The conditions of the chosen values. */
  readonly choices: readonly string[];
}

export interface PopulationOptions {
  readonly timeBase: string;
  readonly side: ExclusionSide;
  /** The hours to read; absent to read the complete window. */
  readonly plan?: LayerPlan | undefined;
  /** The choices that narrow the population, if not all of the question's choices do. */
  readonly chosen?: FactsQuestion['chosen'];
}

/**
 * The clauses of a question over one population. `bindQuestion` and `layerParams` bind their values.
 * Endings that an arrived cancellation replaced are not selected, so a request has one ending.
 */
export function populationClauses(
  population: keyof typeof POPULATION_FACETS,
  question: FactsQuestion,
  { timeBase, side, plan, chosen = question.chosen }: PopulationOptions,
): PopulationClauses {
  const facets = POPULATION_FACETS[population];
  const { arrayJoin, parts } = facetJoin(facets, question);
  return {
    columns: groupColumns(timeBase, question, parts),
    arrayJoin,
    selection: [
      ...(plan === undefined
        ? factConditions(timeBase, question, side)
        : plannedFactConditions(timeBase, plan, question, side)),
      ...(population === 'terminals' ? standingConditions(question) : []),
    ],
    choices: choiceConditions(facets, chosen),
  };
}
