import type { CallerDimension, DimensionRank } from '../../../domain/insight/caller-dimensions.ts';
import type { AdditiveFigure } from '../../../domain/insight/group-sums.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';
import type { LayerPlan } from '../plan/layer-plan.ts';
import type { PopulationPart } from '../plan/plan-traffic.ts';
import type { FactsQuestion } from '../question/facts-question.ts';
import { choiceConditions } from '../sql/choice-conditions.ts';
import { DIMENSION_DAYS, dimensionCondition } from '../sql/dimension-days.ts';
import { dimensionValue, isFoldedValue } from '../sql/dimension-expression.ts';
import { excludedFlag } from '../sql/fact-conditions.ts';
import { POPULATION_FACETS } from '../sql/facet-join.ts';
import { layerParams, rollupConditions } from '../sql/layer-conditions.ts';
import { populationClauses } from '../sql/population-clauses.ts';

/** One row in the result of `rankedValuesQuery`: a value of a dimension, the first in its purpose first. */
export interface RankedValueRow {
  readonly purpose: string;
  readonly value: string;
  /** True if the value has traffic in the window, excluded facts included. Other rows only state the members below. */
  readonly is_present: boolean;
  /** True for the value of folded facts. It follows all other values of its purpose, and has no rank. */
  readonly is_folded: boolean;
  /** The number of present values of the purpose, without that of folded facts. */
  readonly value_count: string;
  /** The number of events of the purpose whose value is folded. */
  readonly folded_events: string;
  /** True if a day of the rollup contains facts above the fence, so the ranks of all rows are wrong. */
  readonly is_stale: boolean;
}

/** The figures that determine presence, and those that resolve equal ranks. */
const TRAFFIC = ['admitted', 'ended', 'attempts', 'effects', 'priced', 'pending', 'unpriced', 'adjustments'] as const;

const RANKED: Readonly<Record<DimensionRank, { readonly figures: readonly AdditiveFigure[]; readonly order: string }>> =
  {
    requests: { figures: TRAFFIC, order: 'greatest(ranked.admitted, ranked.ended)' },
    attempts: { figures: TRAFFIC, order: 'ranked.attempts' },
    tokens: { figures: [...TRAFFIC, 'total_tokens'], order: 'ranked.total_tokens' },
    spend: { figures: [...TRAFFIC, 'nanos'], order: 'ranked.nanos' },
  };

/** The number of the events of a value. */
const EVENTS = '(ranked.admitted + ranked.ended + ranked.attempts + ranked.effects)';

/** The order of values with equal ranks: as the facets of an answer, then by the bytes of the value. */
const TIES = [
  'greatest(ranked.admitted, ranked.ended)',
  'ranked.attempts',
  'ranked.priced + ranked.pending + ranked.unpriced + ranked.adjustments',
];

/**
 * The query for the first values of a dimension in each purpose, over the days and facts of a plan. It returns the
 * limit of the question at most, so its result does not grow with the number of values. Excluded facts make a value
 * present but do not raise its rank.
 *
 * @param populations the populations that can apply the filter of the question
 */
export function rankedValuesQuery(
  question: FactsQuestion,
  name: CallerDimension,
  plan: LayerPlan,
  populations: readonly PopulationPart[],
): BoundQuery {
  const { figures, order } = RANKED[question.dimensions?.rankedBy ?? 'requests'];
  const isFolded = `(${isFoldedValue(name, 'ranked.value')})`;
  const sources = [
    ...(plan.days.length === 0 ? [] : [daySelect(name, figures, plan, question)]),
    ...(plan.facts.length === 0 ? [] : populations.flatMap((part) => factSelects(part, name, figures, plan, question))),
  ];
  return {
    tag: 'insight.ranked_values',
    sql: [
      'SELECT',
      '  ranked.purpose AS purpose,',
      '  ranked.value AS value,',
      '  ranked.present AS is_present,',
      `  toBool${isFolded} AS is_folded,`,
      `  countIf(ranked.present AND NOT ${isFolded}) OVER (PARTITION BY ranked.purpose) AS value_count,`,
      `  toString(sumIf(${EVENTS}, ${isFolded}) OVER (PARTITION BY ranked.purpose)) AS folded_events,`,
      '  max(ranked.stale) OVER () AS is_stale',
      'FROM',
      '(',
      '  SELECT',
      '    purpose,',
      '    value,',
      ...figures.map((figure) => `    sumIf(part.${figure}_sum, NOT part.excluded) AS ${figure},`),
      '    max(part.stale) AS stale,',
      `    toBool(${['admitted', 'ended', 'attempts', 'effects'].map(presence).join(' OR ')}) AS present`,
      '  FROM',
      `  (\n${sources.join('\n  UNION ALL\n')}\n  ) AS part`,
      '  GROUP BY purpose, value',
      ') AS ranked',
      `ORDER BY ranked.purpose, is_folded, ranked.present DESC, ${[order, ...TIES].map((each) => `${each} DESC`).join(', ')}, ranked.value`,
      'LIMIT {shown_values:UInt32} BY purpose',
    ].join('\n'),
    params: {
      ...layerParams(plan, question),
      shown_values: String(question.dimensions?.maxValues ?? 0),
    },
  };
}

function presence(figure: string): string {
  return `sumIf(part.${figure}_sum, NOT part.excluded) > 0 OR sumIf(part.${figure}_sum, part.excluded) > 0`;
}

function daySelect(
  name: CallerDimension,
  figures: readonly AdditiveFigure[],
  plan: LayerPlan,
  question: FactsQuestion,
): string {
  return select({
    value: 'rollup.value',
    figures: figures.map((figure) => [figure, `sum(${figure})`]),
    excluded: undefined,
    stale: 'toBool(max(last_seq) > {fence:UInt64})',
    from: [`FROM ${DIMENSION_DAYS} AS rollup`],
    where: rollupConditions('days', dimensionCondition(name), plan, question, {
      breadth: 'environments',
      side: 'both',
    }),
  });
}

/**
 * The selections over the facts of a population. If all endings are read because pending requests are chosen, those
 * that are not chosen are subtracted from the admissions.
 */
function factSelects(
  { population, chosen, chosenEndings }: PopulationPart,
  name: CallerDimension,
  figures: readonly AdditiveFigure[],
  plan: LayerPlan,
  question: FactsQuestion,
): string[] {
  const { name: kind, table, timeBase, columns } = population;
  const { selection, choices } = populationClauses(kind, question, { timeBase, side: 'both', plan, chosen });
  const value = dimensionValue(name);
  const over = (where: readonly string[], sumOf: (figure: AdditiveFigure) => string): string =>
    select({
      value,
      figures: figures.map((figure) => [figure, sumOf(figure)]),
      excluded: excludedFlag(timeBase, question),
      stale: 'false',
      from: [`FROM ${table}`],
      where: [...selection, ...choices, `${value} != ''`, ...where],
    });
  const sumOf = (figure: AdditiveFigure): string => columns[figure] ?? '0';
  const endings = choiceConditions(POPULATION_FACETS[kind], chosenEndings ?? []);
  if (endings.length === 0) return [over([], sumOf)];
  return [
    over(endings, sumOf),
    over([`NOT (${endings.join(' AND ')})`], (figure) => (figure === 'admitted' ? '-count()' : '0')),
  ];
}

function select(parts: {
  value: string;
  figures: readonly (readonly [figure: AdditiveFigure, sum: string])[];
  excluded: string | undefined;
  stale: string;
  from: readonly string[];
  where: readonly string[];
}): string {
  const { value, figures, excluded, stale, from, where } = parts;
  return [
    '    SELECT',
    '      purpose,',
    `      ${value} AS value,`,
    ...figures.map(([figure, sum]) => `      toInt128(${sum}) AS ${figure}_sum,`),
    `      ${excluded === undefined ? 'false' : `toBool(${excluded})`} AS excluded,`,
    `      ${stale} AS stale`,
    ...from.map((line) => `    ${line}`),
    `    WHERE ${where.join('\n      AND ')}`,
    `    GROUP BY ${['purpose', 'value', ...(excluded === undefined ? [] : ['excluded'])].join(', ')}`,
  ].join('\n');
}
