import type { ReceivedEvents } from '../received/receive-events.ts';
import type { OtlpAnswer } from './otlp-traces.ts';

/** Faults that the sentence tells; all of them are counted. */
const TOLD = 5;
const MOST_CHARACTERS = 4_096;

/** What the protocol calls a partial success: how many spans were not kept, and why. With none that was not, it is a warning. */
export function answerOfTraces({
  ignored,
  refused,
  unpriced,
  faults,
}: Pick<ReceivedEvents, 'ignored' | 'refused' | 'unpriced' | 'faults'>): OtlpAnswer {
  if (ignored + refused + unpriced.calls === 0) return {};
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
    ...faults.slice(0, TOLD).map(({ index, detail }) => `Span ${index}: ${detail}`),
  ];
  return {
    partialSuccess: {
      rejectedSpans: String(ignored + refused),
      errorMessage: `Of the spans sent: ${sentences.join(' ')}`.slice(0, MOST_CHARACTERS),
    },
  };
}
