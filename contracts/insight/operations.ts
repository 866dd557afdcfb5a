import { ORGANIZATION, WORKSPACE } from '../tenancy/paths.ts';
import { envelopeOf, pagedEnvelopeOf } from '../wire/envelope.ts';
import type { Operations } from '../wire/operations/operation.ts';
import { InsightCatalogueSchema } from './insight-catalogue.ts';
import { InsightAnswerSchema } from './answer/insight-answer.ts';
import { InsightReceiptSchema } from './insight-receipt.ts';
import { INSIGHT_ROWS_FILE, InsightRowsSchema } from './rows/insight-rows.ts';
import { INSIGHT_REFUSAL_CODES } from './refusal-codes.ts';

/** The operations that answer questions about traffic. */
export const INSIGHT_OPERATIONS = {
  'customer.insights.query': {
    method: 'POST',
    path: `${WORKSPACE}/insights/query`,
    success: 200,
    answer: pagedEnvelopeOf('insight-answer', InsightAnswerSchema),
    effect: 'read',
    refusals: INSIGHT_REFUSAL_CODES,
    tag: 'insights',
    summary: 'Ask a question of the traffic',
    description:
      'Answers one question over what the caller may read, under a read context that says what the answer was computed from.',
  },
  'customer.insights.rows': {
    method: 'POST',
    path: `${WORKSPACE}/insights/rows`,
    success: 200,
    answer: envelopeOf('insight-rows', InsightRowsSchema),
    file: INSIGHT_ROWS_FILE,
    effect: 'read',
    refusals: INSIGHT_REFUSAL_CODES,
    tag: 'insights',
    summary: 'Ask for figures as rows',
    description:
      'Answers a question of the shapes overview, series and facets in short: one row for each figure of each group, with its state and reason. With `Accept: text/csv` the answer is the same as a table. Without `scope` it is about everything that the caller may read, without `display_tz` in UTC. The same question of `insights.query` has the read context, evidence and latencies.',
  },
  'customer.insights.catalog': {
    method: 'GET',
    path: `${ORGANIZATION}/insights/catalog`,
    success: 200,
    answer: envelopeOf('insight-catalog', InsightCatalogueSchema),
    effect: 'read',
    refusals: [],
    tag: 'insights',
    summary: 'Read the measurement catalogue',
    description:
      'What can be asked: metrics, enumerations, refusals and limits. Answered from the build, also while every store is down.',
  },
  'customer.insights.receipt': {
    method: 'POST',
    path: `${WORKSPACE}/insights/receipt`,
    success: 200,
    answer: envelopeOf('insight-receipt', InsightReceiptSchema),
    effect: 'read',
    refusals: [
      'forbidden',
      'scope_required',
      'window_too_large',
      'invalid_query',
      'read_context_expired',
      'budget_exceeded',
    ],
    tag: 'insights',
    summary: 'Read the metadata receipt of one request',
    description:
      'What is known about one request that an answer showed, under the read context of that answer. It carries no content.',
  },
} as const satisfies Operations;
