import type { CallPrices } from '../../../domain/models/call-prices.ts';
import { toSentItem } from '../received/to-sent-item.ts';
import type { SentItem } from '../received/receive-events.ts';
import { readLitellmLog } from './read-litellm-log.ts';
import { readLogText } from './read-log-members.ts';

/** The entries of LiteLLM's log that were sent, as events. Texts that people wrote are not stored. */
export function* receiveLitellmLog(entries: Iterable<SentItem>, prices: CallPrices): Generator<SentItem> {
  for (const entry of entries) {
    if (entry.unreadable !== undefined) {
      yield { ...entry, text: '' };
      continue;
    }
    const { index, events } = entry;
    for (const log of events) {
      const reading = readLitellmLog(log, prices);
      if (reading === 'no_call') yield { index, events: [] };
      else if ('call' in reading) yield toSentItem(index, reading.call);
      else {
        const { fault: detail, ...item } = reading;
        yield {
          index,
          unreadable: { reason: 'wrong_shape', detail },
          text: JSON.stringify({ id: readLogText(log, 'id') }),
          ...item,
        };
      }
    }
  }
}
