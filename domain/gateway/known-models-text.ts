import { nearestName } from '../kernel/nearest-name.ts';

/** What a sentence names of them, in their order. */
const MAX_NAMED = 20;
/** What is looked through for the name that was meant: each takes some thousand steps. */
const MAX_COMPARED = 200;

/**
 * What a caller may ask for in place of a model that nobody answers for: the name that was most likely meant, and the
 * known ones. A sentence or two behind a blank; empty where none is known.
 */
export function knownModelsText(asked: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const near = nearestName(asked, known.slice(0, MAX_COMPARED));
  const others = known.length - MAX_NAMED;
  const named = known.slice(0, MAX_NAMED).join(', ') + (others > 0 ? ` and ${others} more` : '');
  return `${near === undefined ? '' : ` Did you mean ${near}?`} Known are ${named}.`;
}
