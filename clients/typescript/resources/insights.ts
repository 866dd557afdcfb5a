import type { CallOptions } from '../call-options.ts';
import type { Insights as AskedInsights } from '../lane.ts';
import type { Answer } from '../transport/answer.ts';
import type { InsightAnswer, InsightQuery } from '../wire.ts';

/** `customer.insights.*`: questions about the traffic. */
export interface Insights extends AskedInsights {
  /** Requests all rows, page by page. Every page uses the read context of the first. */
  pages(question: InsightQuery, options?: CallOptions): AsyncIterable<Answer<InsightAnswer>>;
}

/** Adds `pages` to the generated operations of insights. */
export function insightsWithPages(insights: AskedInsights): Insights {
  return {
    ...insights,
    async *pages(question, options) {
      let next = question;
      for (;;) {
        const answer = await insights.query(next, options);
        yield answer;
        if (answer.nextCursor === undefined) return;
        next = { ...question, read_context: answer.data.read_context, cursor: answer.nextCursor };
      }
    },
  };
}
