import { IGNORED_COSTS } from '../../received/ignored-costs.ts';
import type { ReceivedEvents } from '../../received/receive-events.ts';

/** The parts of an answer for either signal. */
export type AnsweredItems = Pick<ReceivedEvents, 'ignored' | 'refused' | 'unpriced' | 'ignoredCosts' | 'faults'>;

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
  { ignored, refused, unpriced, ignoredCosts, faults }: AnsweredItems,
  { one, many }: ItemNames,
): PartialSuccess | undefined {
  if (ignored + refused + unpriced.calls + ignoredCosts === 0) return undefined;
  const sentences = [
    ...(ignored > 0 ? [`${ignored} tell of no call of a model, and were passed over.`] : []),
    ...(refused > 0
      ? [
          `${refused} cannot be kept as they are: reads of their times stay partial until they come corrected under the same ids, or an operator closes the gap.`,
        ]
      : []),
    ...(unpriced.calls > 0
      ? [`${unpriced.calls} were kept and cannot be priced, because ${unpriced.reasons.join('; ')}.`]
      : []),
    ...(ignoredCosts > 0 ? [`${ignoredCosts} state a cost. ${IGNORED_COSTS}`] : []),
    ...faults.slice(0, NAMED).map(({ index, detail }) => `${one} ${index}: ${detail}`),
  ];
  return {
    rejected: String(ignored + refused),
    errorMessage: `Of the ${many} sent: ${sentences.join(' ')}`.slice(0, MAX_CHARACTERS),
  };
}
