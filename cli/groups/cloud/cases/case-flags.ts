import { optionalFlag, switchFlag } from '../../../tree/flag.ts';
import { anyText, oneOf } from '../../../tree/forms.ts';
import { NOT_WITH_BODY, NOT_WITH_FILE } from '../lane/body-flags.ts';

/** The kinds of labels that need nothing but the expected answer. The other kinds need a document. */
const SIMPLE_LABELS = ['exact', 'normalized', 'number', 'pattern', 'json'] as const;

/** The flags with the content of a case, for commands whose complete body has another flag. */
function contentFlags(extras: { readonly contradicts: readonly string[] }) {
  return {
    message: optionalFlag('<text>', 'the message of the user', anyText, extras),
    expected: optionalFlag('<text>', 'the expected answer; no label if absent', anyText, extras),
    label: optionalFlag(
      '<kind>',
      'the way to compare; exact if absent; only with --expected',
      oneOf(SIMPLE_LABELS),
      extras,
    ),
    notes: optionalFlag('<text>', 'notes by which a judge grades', anyText, extras),
    critical: switchFlag('marks a case that must not fail', extras),
  } as const;
}

export const NEW_CASE_FLAGS = contentFlags(NOT_WITH_BODY);
export const REVISED_CASE_FLAGS = contentFlags(NOT_WITH_FILE);
