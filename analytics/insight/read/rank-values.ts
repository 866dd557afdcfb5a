import { toDimensionMember, type CallerDimension } from '../../../domain/insight/caller-dimensions.ts';
import { PURPOSES } from '../../../domain/insight/insight-sets.ts';
import type { RunQuestionQuery } from '../../statements/bound-query.ts';
import { moveDaysToFacts, planQuestionLayers } from '../plan/layer-plan.ts';
import type { TrafficPlan } from '../plan/plan-traffic.ts';
import type { DimensionSplit, RankedValues } from '../question/dimension-split.ts';
import type { FactsQuestion } from '../question/facts-question.ts';
import { rankedValuesQuery, type RankedValueRow } from '../dimensions/ranked-values-query.ts';
import { staleDaysQuery, type StaleDayRow } from '../dimensions/stale-days-query.ts';
import { parseInteger, requireMember } from './read-values.ts';

/**
 * Ranks the values of each dimension of a question over its complete window. Nothing is read for a reader who may not
 * read values, so the duration of an answer does not depend on them.
 *
 * @param traffic the plan of the sums of the question; the ranks do not depend on its layers
 * @throws Refusal as `ask` does
 */
export async function rankValues(
  ask: RunQuestionQuery,
  question: FactsQuestion,
  split: DimensionSplit,
  traffic: TrafficPlan,
): Promise<RankedValues> {
  if (!split.mayReadValues) return { shown: [], folded: [] };
  const ranked = await Promise.all(split.names.map((name) => rankDimension(ask, question, name, traffic)));
  return {
    shown: ranked.flatMap(({ shown }) => shown),
    folded: ranked.flatMap(({ folded }) => folded),
  };
}

async function rankDimension(
  ask: RunQuestionQuery,
  question: FactsQuestion,
  name: CallerDimension,
  traffic: TrafficPlan,
): Promise<RankedValues> {
  const rows = await freshRows(ask, question, name, traffic);
  const facetOf = (value: string) => ({ member: toDimensionMember(name), value, unserved: false });
  const ofPurposes = PURPOSES.map((purpose) => {
    const ranked = rows.filter((row) => requireMember(PURPOSES, row.purpose) === purpose);
    const present = ranked.filter((row) => row.is_present && !row.is_folded);
    const count = parseInteger(present[0]?.value_count ?? '0');
    const events = parseInteger(ranked[0]?.folded_events ?? '0');
    return {
      shown: present.map(({ value }) => ({ purpose, facet: facetOf(value) })),
      folded: { purpose, name, values: count - BigInt(present.length), ...(events > 0n && { events }) },
    };
  });
  return {
    shown: ofPurposes.flatMap(({ shown }) => shown),
    folded: ofPurposes.map(({ folded }) => folded).filter(({ values, events }) => values > 0n || events !== undefined),
  };
}

/**
 * The ranked values without facts above the fence. If a day of the rollup contains such facts, its facts are read
 * instead. Facts that arrive meanwhile can make another day stale, so this repeats until no day is.
 */
async function freshRows(
  ask: RunQuestionQuery,
  question: FactsQuestion,
  name: CallerDimension,
  traffic: TrafficPlan,
): Promise<RankedValueRow[]> {
  let plan = planQuestionLayers(question, traffic.layers);
  for (;;) {
    const rows = await ask<RankedValueRow>(rankedValuesQuery(question, name, plan, traffic.populations));
    if (!rows.some((row) => row.is_stale)) return rows;
    const stale = await ask<StaleDayRow>(staleDaysQuery(question, name, plan));
    plan = moveDaysToFacts(
      plan,
      stale.map(({ day }) => day),
    );
  }
}
