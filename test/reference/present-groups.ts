import type { Purpose } from '../../domain/insight/insight-sets.ts';
import { groupFacts, hasTraffic, ofPurpose, type AskedGroup } from './group-facts.ts';
import { narrowPopulation, type Population, type Selected } from './selection.ts';
import { factTimeMs, type Question, type Span } from './world.ts';

const FEEDBACK = ['app_feedback.v1', 'app_feedback_rated_requests.v1'];

/** A group in a purpose, in all spans of a question. */
interface PlacedGroup {
  readonly purpose: Purpose;
  /** Absent for the complete purpose. */
  readonly split?: AskedGroup | undefined;
}

/**
 * True if a group has a fact in any span, shown or excluded. Verdicts count if the question has feedback metrics. If it
 * has protection metrics, evaluations count that are not excluded.
 */
export function isPresent(
  { included, excluded }: Selected,
  { purpose, split }: PlacedGroup,
  spans: readonly Span[],
  { query: { metrics = [] } }: Question,
): boolean {
  const shown = groupFacts(ofPurpose(included, purpose), split);
  const out = groupFacts(ofPurpose(excluded, purpose), split);
  if (hasTraffic(shown) || hasTraffic(out)) return true;
  if (metrics.some((metric) => FEEDBACK.includes(metric)) && shown.verdicts.length + out.verdicts.length > 0)
    return true;
  if (metrics.includes('protection.v1') && shown.evaluations.length > 0) return true;
  // Endings can equal admissions over the window but not in each span, if the two state different dimensions.
  return [shown, out].some(
    (side) => side.admissions.length > 0 && spans.some((span) => hasTraffic(groupFacts(within(side, span)))),
  );
}

/** The facts of a span. */
export function within(population: Population, span: Span): Population {
  return narrowPopulation(population, (event) => factTimeMs(event) >= span.fromMs && factTimeMs(event) < span.toMs);
}
