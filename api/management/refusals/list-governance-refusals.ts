import { Type } from 'typebox';
import type { RefusedCallFact, RefusalPosition } from '../../../analytics/gateway/refusal-reader.ts';
import { REFUSAL_FILTER } from '../../../contracts/gateway/refusals/governance-refusal.ts';
import { REFUSAL_OPERATIONS } from '../../../contracts/gateway/refusals/refusal-operations.ts';
import { invalidMember } from '../../../domain/kernel/errors.ts';
import type { PageKey } from '../../../store/postgres/page-key.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { PAGE_QUERY, readListPage } from '../lane/read-list-page.ts';
import { windowStart } from '../lane/window-start.ts';
import { presentGovernanceRefusal } from './present-governance-refusal.ts';
import { requireRefusals } from './require-refusals.ts';

/** Lists the calls that governance refused, newest first. */
export const listGovernanceRefusals = createManagementHandler(REFUSAL_OPERATIONS, 'management.governance.refusals', {
  gate: ({ ports }) => void requireRefusals(ports),
  query: Type.Object({ ...PAGE_QUERY, ...REFUSAL_FILTER }, { additionalProperties: false }),
  async answer(request, context) {
    const { ports } = context;
    const { read, findExclusions } = requireRefusals(ports);
    const { since = '24h', code, environment_id: environmentId, key_id: keyId, limit_id: limitId } = request.query;
    const { offset = 0, cursor = '' } = request.query;
    if (offset > 0 && cursor !== '') {
      const detail = '`offset` and `cursor` exclude each other. Omit `offset`, which is deprecated.';
      throw invalidMember('/offset', detail);
    }
    const from = windowStart(since, ports.clock.now());
    const { horizons } = await findExclusions();
    const { rows, nextCursor } = await readListPage<RefusedCallFact>(request, context, {
      list: `governance refusals ${JSON.stringify([code, environmentId, keyId, limitId])}`,
      load: (after, limit) =>
        read({
          ...{ since: from, code, environmentId, keyId, limitId, horizons, limit },
          after: after && positionOf(after),
          // A cursor of the page itself already points behind the skipped rows.
          offset: after === undefined ? offset : 0,
        }),
      keyOf: ({ admittedAt, workspaceId, requestId }) => ({
        createdAt: admittedAt.toISOString(),
        id: `${workspaceId}/${requestId}`,
      }),
    });
    return { since: from.toISOString(), refusals: rows.map(presentGovernanceRefusal), next_cursor: nextCursor };
  },
});

/** The position of a cursor. Ids of workspaces have no slash. */
function positionOf({ createdAt, id }: PageKey): RefusalPosition {
  const slash = id.indexOf('/');
  return { admittedAt: new Date(createdAt), workspaceId: id.slice(0, slash), requestId: id.slice(slash + 1) };
}
