import { QUALITY_READ_OPERATIONS } from '../../../contracts/quality/quality-read-operations.ts';
import { MetacostQuerySchema, type MetacostDocument } from '../../../contracts/quality/reads/metacost.ts';
import { summarizeSpend, type KindSpend } from '../../../domain/quality/metacost/summarize-spend.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { presentProvenance } from '../quality/present-provenance.ts';
import { qualityQuestionOf } from '../quality/quality-question-of.ts';
import { requireQualityReads } from '../quality/require-quality-reads.ts';

const NOTES = [
  'This version makes no swap passes itself. Clients that send swap trials pay for them, and their costs are not known here.',
  '`retries` contains further paid attempts of measuring calls. A retry after a free attempt belongs to its own kind.',
];

/** Answers with the spend of measurement, apart from the spend of the product. */
export const readMetacost = createManagementHandler(QUALITY_READ_OPERATIONS, 'management.metacost.get', {
  gate: ({ ports }) => void requireQualityReads(ports),
  query: MetacostQuerySchema,
  async answer(request, { ports }) {
    const question = await qualityQuestionOf(ports, request.query, request.id);
    const { sums, provenance } = await requireQualityReads(ports).metacost.read(question);
    const { kinds, measurement, product } = summarizeSpend(sums);
    return {
      workspace_id: question.workspaceId,
      kinds: kinds.map(({ kind, ...spend }) => ({ kind, ...presentSpend(spend) })),
      measurement: presentSpend(measurement),
      product: presentSpend(product),
      notes: NOTES,
      provenance: presentProvenance(question, provenance),
    };
  },
});

function presentSpend({ calls, cost, unpricedCalls }: KindSpend): MetacostDocument['measurement'] {
  return { calls, cost, unpriced_calls: unpricedCalls };
}
