import { ORGANIZATION_PATH, WORKSPACE_PATH } from '../tenancy/paths.ts';
import { envelopeSchema, pagedEnvelopeSchema } from '../wire/envelope.ts';
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
    path: `${WORKSPACE_PATH}/insights/query`,
    success: 200,
    answer: pagedEnvelopeSchema('insight-answer', InsightAnswerSchema),
    effect: 'read',
    refusals: INSIGHT_REFUSAL_CODES,
    tag: 'insights',
    summary: 'Query traffic',
    description:
      'Answers one question about the traffic that the caller can read. The read context of the answer identifies the data from which it was computed.',
  },
  'customer.insights.rows': {
    method: 'POST',
    path: `${WORKSPACE_PATH}/insights/rows`,
    success: 200,
    answer: envelopeSchema('insight-rows', InsightRowsSchema),
    file: INSIGHT_ROWS_FILE,
    effect: 'read',
    refusals: INSIGHT_REFUSAL_CODES,
    tag: 'insights',
    summary: 'Query figures as rows',
    description:
      'Answers a question of the shapes overview, series and facets in a short form: one row for each figure of each group, with its state and reason. With `Accept: text/csv`, the answer is a table with the same rows. Without `scope`, it covers everything that the caller can read. Without `display_tz`, the zone is UTC. `insights.query` also returns the read context, evidence and latencies.',
  },
  'customer.insights.catalog': {
    method: 'GET',
    path: `${ORGANIZATION_PATH}/insights/catalog`,
    success: 200,
    answer: envelopeSchema('insight-catalog', InsightCatalogueSchema),
    effect: 'read',
    refusals: [],
    tag: 'insights',
    summary: 'Read the measurement catalogue',
    description:
      'Returns the metrics, enumerations, refusals and limits of insight reads. The answer is part of the build, so it needs no store.',
  },
  'customer.insights.receipt': {
    method: 'POST',
    path: `${WORKSPACE_PATH}/insights/receipt`,
    success: 200,
    answer: envelopeSchema('insight-receipt', InsightReceiptSchema),
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
      'Returns the metadata of one request of an answer, under the read context of that answer. It contains no content.',
  },
} as const satisfies Operations;
