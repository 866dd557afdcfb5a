import { Readable } from 'node:stream';
import { CSV_MEDIA_TYPE } from '../../../contracts/insight/csv/csv-form.ts';
import { rowsCsv } from '../../../contracts/insight/rows/rows-csv.ts';
import { INSIGHT_OPERATIONS } from '../../../contracts/insight/operations.ts';
import { INSIGHT_QUERY_EXAMPLES } from '../../../contracts/insight/insight-query-examples.ts';
import { InsightQuerySchema } from '../../../contracts/insight/insight-query.ts';
import { toInsightRows } from '../../../contracts/insight/rows/insight-rows.ts';
import { refuseForeignScope } from '../../../contracts/insight/refuse-foreign-scope.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { resolveReadScope } from '../../../domain/tenancy/resolve.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { requireComposed } from '../../frame/require-composed.ts';
import { joinInBlocks } from '../../frame/join-in-blocks.ts';
import { prefersMedia } from '../../frame/transport/prefers-media.ts';

/** Answers one question with figures as rows, in JSON or, on request, in CSV. */
export const answerRows = createCustomerHandler(INSIGHT_OPERATIONS, 'customer.insights.rows', {
  access: 'requireWorkspace',
  body: { ...InsightQuerySchema, examples: INSIGHT_QUERY_EXAMPLES },
  answer: async (request, { ports, access }) => {
    const workspace = access.workspace.of(request);
    const { shape, scope: named = {} } = request.body;
    if (shape === 'drilldown' || shape === 'markers')
      throw new Refusal(
        'invalid_query',
        `The answer to the shape ${shape} already consists of rows. Send the question to insights/query.`,
      );
    const query = { ...request.body, scope: named, display_tz: request.body.display_tz ?? 'UTC' };
    refuseForeignScope(query, workspace);
    const scope = resolveReadScope(access.caller.of(request), workspace, named);
    const reader = requireComposed(ports.reader, 'insight reader');
    const { answer } = await reader.answer({ scope, query, requestId: request.id });
    if (!prefersMedia(request.headers.accept, 'text/csv')) return { data: toInsightRows(answer) };
    const body = Readable.from(joinInBlocks(rowsCsv(answer)), { objectMode: false });
    return { headers: { 'content-type': CSV_MEDIA_TYPE }, body };
  },
});
