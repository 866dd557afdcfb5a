import type { InsightAnswer } from '../../contracts/insight/answer/insight-answer.ts';
import type { InsightQuery } from '../../contracts/insight/insight-query.ts';
import { referenceGroups } from './groups.ts';
import { referenceRows } from './rows.ts';
import { listKnownFacts } from './selection.ts';
import { computeCoverage } from './spans.ts';
import { queryWindow, type Question, type World } from './world.ts';

/** An answer without its pin. */
export type ReferenceAnswer = Omit<InsightAnswer, 'read_context' | 'minted'>;

/** An answer, and whether more rows follow its page. */
export interface ReferencePage {
  readonly body: ReferenceAnswer;
  readonly moreFollow: boolean;
}

/** The number of rows of a page: the value of the question, or the default. */
export function pageSize({ page_size: asked, latency_filter: latency, facet_filter: facet }: InsightQuery): number {
  const openedFromChart = latency !== undefined || facet !== undefined;
  return asked ?? (openedFromChart ? 100 : 50);
}

/**
 * The answer of an insight read, computed from arrays of events in the most direct way. It has no rollups and no index:
 * every figure is a filter and a count. For rows, it returns the page that begins after `skippedRows`.
 */
export function referenceAnswer(world: World, question: Question, skippedRows = 0): ReferencePage {
  const { query } = question;
  const facts = listKnownFacts(world, question);
  const common = { shape: query.shape, coverage: computeCoverage(world, question, queryWindow(query)) };
  if (query.shape === 'drilldown' || query.shape === 'markers') {
    const size = pageSize(query);
    const [[name, rows] = ['', []]] = Object.entries<readonly unknown[]>(referenceRows(facts, world, question));
    const page = rows.slice(skippedRows, skippedRows + size);
    return {
      body: { ...common, [name]: page, truncated: page.length === size },
      moreFollow: rows.length > skippedRows + page.length,
    };
  }
  const { groups, truncated } = referenceGroups(facts, world, question);
  return { body: { ...common, ...(groups.length > 0 && { groups: [...groups] }), truncated }, moreFollow: false };
}
