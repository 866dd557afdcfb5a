import { isDimensionMember, toCallerDimension } from '../../../domain/insight/caller-dimensions.ts';
import { dimensionOf } from '../../../domain/insight/dimensions.ts';
import type { FactsQuestion } from '../question/facts-question.ts';
import { dimensionColumn } from './dimension-expression.ts';

/**
 * The columns of dimensions, each once, by which a question splits or narrows facts. A statement that selects the
 * newest revision first carries them through that selection.
 */
export function carriedDimensions({
  chosen,
  dimensions,
}: Pick<FactsQuestion, 'chosen' | 'dimensions'>): readonly string[] {
  const split = dimensions?.names.map(dimensionColumn) ?? [];
  const narrowed = chosen.flatMap(({ member }) => {
    if (isDimensionMember(member)) return [dimensionColumn(toCallerDimension(member))];
    return member === 'team' ? [dimensionOf(member).member] : [];
  });
  return [...new Set([...split, ...narrowed])];
}
