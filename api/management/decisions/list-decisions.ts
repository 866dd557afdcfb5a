import { Type } from 'typebox';
import { DECISION_FILTER, type CallDecision } from '../../../contracts/gateway/decisions/call-decision.ts';
import { DECISION_OPERATIONS } from '../../../contracts/gateway/decisions/decision-operations.ts';
import type { HeldDecision } from '../../../journal/decisions/recent-decisions.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { PAGE_QUERY, readListPage } from '../lane/read-list-page.ts';

/** Lists the last calls of the gateway, newest first. */
export const listDecisions = createManagementHandler(DECISION_OPERATIONS, 'management.decisions.list', {
  query: Type.Object({ ...PAGE_QUERY, ...DECISION_FILTER }, { additionalProperties: false }),
  async answer(request, context) {
    const { decisions } = context.ports;
    const { environment_id: environmentId, decision } = request.query;
    let lastEventId = '';
    const { rows, nextCursor } = await readListPage<HeldDecision>(request, context, {
      list: `decisions ${JSON.stringify([environmentId, decision])}`,
      async load(after, limit) {
        const position = after && { endedMs: Date.parse(after.createdAt), requestId: after.id };
        const page = await decisions.list({ environmentId, decision }, position, limit);
        lastEventId = page.lastEventId;
        return page.decisions;
      },
      keyOf: ({ endedMs, requestId }) => ({ createdAt: new Date(endedMs).toISOString(), id: requestId }),
    });
    return {
      decisions: rows.map(({ text }) => JSON.parse(text) as CallDecision),
      last_event_id: lastEventId,
      next_cursor: nextCursor,
    };
  },
});
