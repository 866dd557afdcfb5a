import { Buffer } from 'node:buffer';
import type { AnswerGroup } from '../../../contracts/insight/answer/answer-group.ts';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import type { Purpose } from '../../../domain/insight/insight-sets.ts';
import { groupFacts, hasTraffic, ofPurpose, type GroupFacts } from '../group-facts.ts';
import { isPresent } from '../present-groups.ts';
import type { Selected } from '../selection.ts';
import { computeSpend, countedEffects } from '../spend.ts';
import type { Question, Span } from '../world.ts';
import { readDimensionValue, type AskedDimension } from './dimension-values.ts';

/** The number of values with lines of their own, if a question does not state it. */
export const DEFAULT_VALUES = 20;

/** A line of a dimension in one purpose. */
export interface DimensionLine {
  readonly purpose: Purpose;
  readonly split: AskedDimension;
  /** The member by which an answer identifies the line. */
  readonly named: Pick<AnswerGroup, 'dimension'>;
  /** Present if the line has no figures, because its reader may not read values. */
  readonly isWithheld?: true;
}

/**
 * The lines of the dimensions of a question: in each purpose, the values of the highest rank, all other values together
 * if there are any, and the facts without a value. A reader without the permission to read values always has the same
 * two lines.
 */
export function listDimensionLines(
  selected: Selected,
  purposes: readonly Purpose[],
  spans: readonly Span[],
  question: Question,
): DimensionLine[] {
  const { dimensions = [], dimension_values: max = DEFAULT_VALUES } = question.query;
  return purposes.flatMap((purpose) =>
    dimensions.flatMap((name): DimensionLine[] => {
      const unnamed = { purpose, split: { name }, named: { dimension: { name } } };
      if (!question.scope.mayReadDimensions) {
        const named = { dimension: { name, withheld: true } } as const;
        return [{ purpose, split: { name, value: { noneOf: [] } }, named, isWithheld: true }, unnamed];
      }
      const ranked = rankedValues(selected, purpose, name, question);
      const shown = ranked.slice(0, max);
      const folded = ranked.length - shown.length;
      const others = { name, value: { noneOf: shown } };
      // Values without traffic have no rank. Their verdicts and evaluations belong to the other values.
      const hasOthers = folded > 0 || isPresent(selected, { purpose, split: others }, spans, question);
      const other = { name, other: true, values: String(folded) } as const;
      return [
        ...shown.map((value) => ({ purpose, split: { name, value }, named: { dimension: { name, value } } })),
        ...(hasOthers ? [{ purpose, split: others, named: { dimension: other } }] : []),
        unnamed,
      ];
    }),
  );
}

/** The values with traffic in the window, shown or excluded, the highest rank first. Only shown facts have a rank. */
function rankedValues(
  { included, excluded }: Selected,
  purpose: Purpose,
  name: string,
  { query: { ranked_by: rankedBy = 'requests' } }: Question,
): string[] {
  const [whole, out] = [ofPurpose(included, purpose), ofPurpose(excluded, purpose)];
  const stated = [whole, out].flatMap(({ admissions, terminals, attempts, effects }) =>
    [...admissions, ...terminals, ...attempts, ...effects].flatMap((event) => readDimensionValue(name, event) ?? []),
  );
  return [...new Set(stated)]
    .map((value) => ({ value, facts: groupFacts(whole, { name, value }), out: groupFacts(out, { name, value }) }))
    .filter((found) => hasTraffic(found.facts) || hasTraffic(found.out))
    .sort(
      (a, b) =>
        descending(RANKS[rankedBy](a.facts), RANKS[rankedBy](b.facts)) ||
        b.facts.observed - a.facts.observed ||
        b.facts.attempts.length - a.facts.attempts.length ||
        countedEffects(b.facts.effects) - countedEffects(a.facts.effects) ||
        Buffer.compare(Buffer.from(a.value), Buffer.from(b.value)),
    )
    .map(({ value }) => value);
}

const RANKS: Readonly<Record<NonNullable<InsightQuery['ranked_by']>, (facts: GroupFacts) => bigint>> = {
  requests: ({ observed }) => BigInt(observed),
  attempts: ({ attempts }) => BigInt(attempts.length),
  tokens: ({ attempts }) => attempts.reduce((sum, attempt) => sum + BigInt(attempt.total_tokens ?? 0), 0n),
  spend: ({ effects }) => computeSpend(effects).nanos,
};

function descending(one: bigint, other: bigint): number {
  return one === other ? 0 : one > other ? -1 : 1;
}
