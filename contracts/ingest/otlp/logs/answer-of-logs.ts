import type { ReceivedEvents } from '../../received/receive-events.ts';
import { answerOfTraces } from '../answer-of-traces.ts';
import type { OtlpLogsAnswer } from './otlp-logs.ts';

/** As for spans, but that records which tell of no call are no matter: most of what an agent logs is of something else. */
export function answerOfLogs({
  refused,
  unpriced,
  faults,
}: Pick<ReceivedEvents, 'refused' | 'unpriced' | 'faults'>): OtlpLogsAnswer {
  const { partialSuccess } = answerOfTraces({ ignored: 0, refused, unpriced, faults });
  if (partialSuccess === undefined) return {};
  const errorMessage = partialSuccess.errorMessage
    .replace('Of the spans sent', 'Of the log records sent')
    .replaceAll(/(^|\s)Span (\d+:)/g, '$1Record $2');
  return { partialSuccess: { rejectedLogRecords: partialSuccess.rejectedSpans, errorMessage } };
}
