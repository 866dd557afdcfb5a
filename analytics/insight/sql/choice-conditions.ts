import { isDimensionMember } from '../../../domain/insight/caller-dimensions.ts';
import type { GroupChoice } from '../../../domain/insight/group-choice.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';
import { toSqlMember } from './dimension-expression.ts';
import { facetExpression, type FacetExpression, type FacetExpressions } from './facet-join.ts';

/** Conditions on the facts of a population that has the chosen members. */
export function choiceConditions(population: FacetExpressions, chosen: readonly GroupChoice[]): string[] {
  return chosen.flatMap((choice) => {
    const expression = facetExpression(population, choice.member);
    return expression === undefined ? [] : [choiceCondition(expression, choice)];
  });
}

/** The condition of one choice on the expressions of its member. */
export function choiceCondition([value, unserved]: FacetExpression, choice: GroupChoice): string {
  const tellsUnserved = unserved !== 'false';
  const isOneOf = `${value} IN {${parameterOf(choice)}:Array(String)}`;
  const parts = [
    ...(choice.values.length === 0 ? [] : [tellsUnserved ? `(${isOneOf} AND NOT (${unserved}))` : isOneOf]),
    ...(choice.unserved && tellsUnserved ? [unserved] : []),
  ];
  return parts.length === 0 ? 'false' : `(${parts.join(' OR ')})`;
}

/** The values that conditions of choices bind. */
export function choiceParams(chosen: readonly GroupChoice[]): BoundQuery['params'] {
  return Object.fromEntries(
    chosen.filter(({ values }) => values.length > 0).map((choice) => [parameterOf(choice), choice.values]),
  );
}

function parameterOf({ member }: GroupChoice): string {
  return `chosen_${isDimensionMember(member) ? toSqlMember(member) : member}`;
}
