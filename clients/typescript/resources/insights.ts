import type { Answer } from '../transport/answer.ts';
import type { CallOptions } from '../call-options.ts';
import { inWorkspace, type Place } from '../place.ts';
import type { Transport } from '../transport/transport.ts';
import type { InsightAnswer, InsightCatalogue, InsightQuery, InsightReceipt, ReceiptQuery } from '../wire.ts';

/** `customer.insights.*`: questions of the traffic. */
export interface Insights {
  /** Asks one question. `nextCursor` is there where more rows follow. */
  query(question: InsightQuery, options?: CallOptions): Promise<Answer<InsightAnswer>>;
  /** Asks for rows page by page until they end, every page under the read context of the first. */
  pages(question: InsightQuery, options?: CallOptions): AsyncIterable<Answer<InsightAnswer>>;
  /** What can be asked: metrics, closed sets, refusals and limits. */
  catalog(options?: CallOptions): Promise<Answer<InsightCatalogue>>;
  /** What is known about one request that an answer showed. */
  receipt(question: ReceiptQuery, options?: CallOptions): Promise<Answer<InsightReceipt>>;
}

export function insightsOver(transport: Transport, place: Place): Insights {
  const query: Insights['query'] = async (body, options) =>
    transport.ask('customer.insights.query', { ids: inWorkspace(place), body, options });
  return {
    query,
    async *pages(question, options) {
      let next = question;
      for (;;) {
        const answer = await query(next, options);
        yield answer;
        if (answer.nextCursor === undefined) return;
        next = { ...question, read_context: answer.data.read_context, cursor: answer.nextCursor };
      }
    },
    catalog: async (options) =>
      transport.ask('customer.insights.catalog', { ids: { org: place.organizationId }, options }),
    receipt: async (body, options) =>
      transport.ask('customer.insights.receipt', { ids: inWorkspace(place), body, options }),
  };
}
