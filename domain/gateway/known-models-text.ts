import { nearestName } from '../kernel/nearest-name.ts';

/** The maximum number of names in the sentence. */
const MAX_NAMED = 20;
/** The maximum number of names to compare with the requested name; each comparison takes some thousand steps. */
const MAX_COMPARED = 200;

/**
 * A text about the models that a caller may use instead of an unknown one: the most likely name, and the known names.
 * It has one or two sentences after a space, and is empty if no model is known.
 */
export function knownModelsText(asked: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const near = nearestName(asked, known.slice(0, MAX_COMPARED));
  const others = known.length - MAX_NAMED;
  const named = known.slice(0, MAX_NAMED).join(', ') + (others > 0 ? ` and ${others} more` : '');
  return `${near === undefined ? '' : ` Did you mean ${near}?`} The known models are ${named}.`;
}
