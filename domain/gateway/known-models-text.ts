import { nearestName } from '../kernel/nearest-name.ts';

/** The maximum number of names in a sentence, in their order. */
const MAX_NAMED = 20;
/** The maximum number of names that are compared with the requested one; each takes some thousand steps. */
const MAX_COMPARED = 200;

/**
 * The models that a caller may use in place of one that is not served: the most likely name, and the known ones. The
 * text is a sentence or two after a blank; empty if none is known.
 */
export function knownModelsText(asked: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const near = nearestName(asked, known.slice(0, MAX_COMPARED));
  const others = known.length - MAX_NAMED;
  const named = known.slice(0, MAX_NAMED).join(', ') + (others > 0 ? ` and ${others} more` : '');
  return `${near === undefined ? '' : ` Did you mean ${near}?`} Known are ${named}.`;
}
