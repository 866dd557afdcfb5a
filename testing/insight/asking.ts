import { Compile } from 'typebox/compile';
import { expect } from 'vitest';
import type { IngestSnapshot } from '../../domain/insight/ingest-state.ts';
import { createInsightReader, type InsightReader } from '../../analytics/insight/insight-reader.ts';
import { InsightAnswerSchema, type InsightAnswer } from '../../contracts/insight/answer/insight-answer.ts';
import type { InsightQuery } from '../../contracts/insight/insight-query.ts';
import type { ReadScope } from '../../domain/tenancy/scope.ts';
import type { FactsDatabase } from './facts.ts';
import { ingestSnapshot, readScope } from './question.ts';

/** Noon of the day after January 2026. */
const NOON = new Date('2026-02-01T12:00:00.000Z');

/** The scope of the caller and the state of ingestion; the defaults are those of `readScope` and `ingestSnapshot`. */
export interface AskingTerms {
  readonly scope?: Partial<ReadScope>;
  readonly snapshot?: Partial<IngestSnapshot>;
  readonly now?: Date;
}

export function createFactsReader(
  facts: FactsDatabase,
  { snapshot = {}, now = NOON }: AskingTerms = {},
): InsightReader {
  return createInsightReader({
    clickhouse: facts.client,
    ingestState: {
      // The store excludes gaps after the pin. Here, these are all gaps that were unknown when the pin was taken.
      read: ({ pin }) => {
        const state = ingestSnapshot(snapshot);
        const isKnown = pin === undefined || pin.disclosedThrough >= state.disclosedThrough;
        return Promise.resolve(isKnown ? state : { ...state, gaps: [], disclosedThrough: pin.disclosedThrough });
      },
    },
    sealKey: 'a key of at least thirty-two characters',
    clock: { now: () => now },
  });
}

/** The answer to a question, checked against its schema. */
export async function askFacts(
  facts: FactsDatabase,
  query: InsightQuery,
  terms: AskingTerms = {},
): Promise<InsightAnswer> {
  const { answer } = await createFactsReader(facts, terms).answer({ scope: readScope(terms.scope), query });
  expect([...Compile(InsightAnswerSchema).Errors(answer)]).toEqual([]);
  return answer;
}
