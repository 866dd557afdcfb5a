import { Compile } from 'typebox/compile';
import { expect } from 'vitest';
import type { IngestSnapshot } from '../../domain/insight/ingest-state.ts';
import {
  createInsightReader,
  type AnsweredQuestion,
  type InsightReader,
} from '../../analytics/insight/insight-reader.ts';
import { InsightAnswerSchema } from '../../contracts/insight/answer/insight-answer.ts';
import type { InsightQuery } from '../../contracts/insight/insight-query.ts';
import type { ReadScope } from '../../domain/tenancy/scope.ts';
import { createFactsDatabase, type FactsDatabase } from './facts.ts';
import { ingestSnapshot, readScope } from './question.ts';

const NOW = new Date('2026-02-01T12:00:00.000Z');

export interface RowOptions {
  readonly scope?: Partial<ReadScope>;
  readonly snapshot?: Partial<IngestSnapshot>;
}

/** The facts of one test file, and a reader over them. Every answer is checked against its schema. */
export class RowWorld {
  readonly facts: FactsDatabase;

  private constructor(facts: FactsDatabase) {
    this.facts = facts;
  }

  static async create(clickhouseUrl: string): Promise<RowWorld> {
    return new RowWorld(await createFactsDatabase(clickhouseUrl));
  }

  reader(snapshot: Partial<IngestSnapshot> = {}): InsightReader {
    return createInsightReader({
      clickhouse: this.facts.client,
      ingestState: { read: () => Promise.resolve(ingestSnapshot(snapshot)) },
      sealKey: 'a key of at least thirty-two characters',
      clock: { now: () => NOW },
    });
  }

  async ask(query: Partial<InsightQuery>, { scope, snapshot }: RowOptions = {}): Promise<AnsweredQuestion> {
    const answered = await this.reader(snapshot).answer({ scope: readScope(scope), query: { ...FRAMING, ...query } });
    expect([...Compile(InsightAnswerSchema).Errors(answered.answer)]).toEqual([]);
    return answered;
  }

  /** Reads every page of a question under the pin of the first page; `between` runs after each page except the last. */
  async pages(
    query: Partial<InsightQuery>,
    options: RowOptions = {},
    between: () => Promise<void> = () => Promise.resolve(),
  ): Promise<AnsweredQuestion['answer'][]> {
    let { answer, nextCursor } = await this.ask(query, options);
    const pages = [answer];
    while (nextCursor !== undefined) {
      await between();
      ({ answer, nextCursor } = await this.ask(
        { ...query, read_context: answer.read_context, cursor: nextCursor },
        options,
      ));
      pages.push(answer);
    }
    return pages;
  }
}

/** A question about all of January 2026. */
export const FRAMING: InsightQuery = {
  schema: 1,
  shape: 'drilldown',
  scope: {},
  from: '2026-01-01T00:00:00Z',
  to: '2026-02-01T00:00:00Z',
};
