import type { ReceivedEvents } from '../received/receive-events.ts';
import type { OtlpAnswer } from './otlp-traces.ts';

/** Faults that the sentence tells; all of them are counted. */
const TOLD = 5;
const MOST_CHARACTERS = 4_096;

/** What the protocol calls a partial success: how many spans were not kept, and why. */
export function answerOfTraces({
  ignored,
  refused,
  faults,
}: Pick<ReceivedEvents, 'ignored' | 'refused' | 'faults'>): OtlpAnswer {
  if (ignored + refused === 0) return {};
  const sentences = [
    ...(ignored > 0 ? [`${ignored} tell of no call of a model, and were passed over.`] : []),
    ...(refused > 0 ? [`${refused} cannot be kept as they are, and their absence is disclosed.`] : []),
    ...faults.slice(0, TOLD).map(({ index, detail }) => `Span ${index}: ${detail}`),
  ];
  return {
    partialSuccess: {
      rejectedSpans: String(ignored + refused),
      errorMessage: `Of the spans sent: ${sentences.join(' ')}`.slice(0, MOST_CHARACTERS),
    },
  };
}
