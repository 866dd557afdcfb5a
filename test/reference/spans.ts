import { PRODUCER_CLASSES, type ProducerClass } from '../../domain/insight/insight-sets.ts';
import type { Question, Span, World } from './world.ts';

export type Coverage = 'retention_expired' | 'excluded' | `ingest_gap:${ProducerClass}`;

/** The known gaps in a span of the question's environments, for these producers. */
export function missingFrom(
  world: World,
  { scope, pin }: Question,
  span: Span,
  producers: readonly ProducerClass[] = PRODUCER_CLASSES,
): Coverage[] {
  const touching = world.gaps.filter(
    (gap) =>
      gap.workspaceId === scope.workspaceId &&
      (gap.environmentId === undefined || scope.environmentIds.includes(gap.environmentId)) &&
      gap.disclosedAt <= pin.disclosedThrough &&
      (gap.closedAt === undefined || gap.closedAt > pin.fence) &&
      gap.fromMs < span.toMs &&
      gap.toMs > span.fromMs,
  );
  const entries: Coverage[] = PRODUCER_CLASSES.filter((producer) => producers.includes(producer))
    .filter((producer) => touching.some((gap) => gap.producerClass === producer))
    .map((producer) => `ingest_gap:${producer}` as const);
  const keepsFrom = world.keepsFromMs.get(scope.workspaceId) ?? -Infinity;
  return span.fromMs < keepsFrom ? [...entries, 'retention_expired'] : entries;
}

/** The coverage of an answer's window: the gaps, and whether anything is excluded. */
export function computeCoverage(world: World, question: Question, window: Span): Coverage[] {
  const missing = missingFrom(world, question, window);
  return isExcluded(world, question, window) ? [...missing, 'excluded'] : missing;
}

function isExcluded(world: World, question: Question, period: Span): boolean {
  return world.exclusions.some(
    (exclusion) =>
      exclusion.environmentIds.some((id) => question.scope.environmentIds.includes(id)) &&
      exclusion.fromMs < period.toMs &&
      exclusion.toMs > period.fromMs,
  );
}

/** True if the facts of a period are known to be incomplete, or if the period has not ended. */
export function isIncomplete(world: World, question: Question, period: Span): boolean {
  return computeCoverage(world, question, period).length > 0 || period.toMs > question.pin.evaluatedMs;
}
