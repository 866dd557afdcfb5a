import { PRODUCER_CLASSES, type ProducerClass } from '../../domain/insight/insight-sets.ts';
import type { Question, Span, World } from './world.ts';

export type Coverage = 'retention_expired' | 'excluded' | `ingest_gap:${ProducerClass}`;

/** What is known to be missing from a span of the question's environments, from the producers named. */
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

/** What an answer says of its window: what is missing, and that something is left out. */
export function coverageOf(world: World, question: Question, window: Span): Coverage[] {
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

/** True when the facts of a period are known not to be all of it, or the period goes on. */
export function isIncomplete(world: World, question: Question, period: Span): boolean {
  return coverageOf(world, question, period).length > 0 || period.toMs > question.pin.evaluatedMs;
}
