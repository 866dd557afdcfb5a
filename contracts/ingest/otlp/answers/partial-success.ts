import { DIMENSION_LIMITS } from '../../dimensions/dimension-names.ts';
import { IGNORED_COSTS_REMARK } from '../../received/ignored-costs-remark.ts';
import type { ReceivedEvents } from '../../received/receive-events.ts';

/** The parts of an answer for either signal. */
export type AnsweredItems = Pick<
  ReceivedEvents,
  'ignored' | 'refused' | 'unpriced' | 'ignoredCosts' | 'droppedTags' | 'faults'
>;

/** The names of a signal's items. */
interface ItemNames {
  readonly one: string;
  readonly many: string;
}

/**
 * A partial success of the protocol: the number of items that were not stored, and the reason. If all items were
 * stored, the message is a warning.
 */
interface PartialSuccess {
  readonly rejected: string;
  readonly errorMessage: string;
}

/** The maximum number of faults that the sentence lists; the count includes all of them. */
const NAMED = 5;
const MAX_CHARACTERS = 4_096;

/** The partial success of a request; undefined if there is nothing to report. */
export function partialSuccess(
  { ignored, refused, unpriced, ignoredCosts, droppedTags, faults }: AnsweredItems,
  { one, many }: ItemNames,
): PartialSuccess | undefined {
  if (ignored + refused + unpriced.calls + ignoredCosts + droppedTags === 0) return undefined;
  const sentences = [
    ...(ignored > 0 ? [`Ignored, because they describe no model call: ${ignored}.`] : []),
    ...(refused > 0
      ? [
          `Refused: ${refused}. Reads of their times stay partial until corrected items arrive with the same ids, or an operator closes the gap.`,
        ]
      : []),
    ...(unpriced.calls > 0
      ? [`Stored without a price: ${unpriced.calls}, because ${unpriced.reasons.join('; ')}.`]
      : []),
    ...(ignoredCosts > 0 ? [`With a stated cost: ${ignoredCosts}. ${IGNORED_COSTS_REMARK}`] : []),
    ...(droppedTags > 0 ? [`Tags left out: ${droppedTags}, because a call has at most ${DIMENSION_LIMITS.tags}.`] : []),
    ...faults.slice(0, NAMED).map(({ index, detail }) => `${one} ${index}: ${detail}`),
  ];
  return {
    rejected: String(ignored + refused),
    errorMessage: `Results for the ${many} of this request. ${sentences.join(' ')}`.slice(0, MAX_CHARACTERS),
  };
}
