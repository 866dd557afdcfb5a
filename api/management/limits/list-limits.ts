import { Type } from 'typebox';
import { LIMIT_OPERATIONS } from '../../../contracts/gateway/limits/limit-operations.ts';
import { LIMIT_USE_FILTER } from '../../../contracts/gateway/limits/limit-use.ts';
import { zoneOffsetMs } from '../../../contracts/wire/time-zone.ts';
import { limitWindowAt } from '../../../domain/gateway/governance/limit-window.ts';
import type { Limit } from '../../../domain/gateway/governance/limit.ts';
import type { CurrentLimit } from '../../../store/gateway/limit-use-store.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { PAGE_QUERY, readListPage } from '../lane/read-list-page.ts';
import { presentLimitUse } from './present-limit-use.ts';
import { requireLimits } from './require-limits.ts';

/** Lists the limits of the configuration file with their use in the current window, by limit and node. */
export const listLimits = createManagementHandler(LIMIT_OPERATIONS, 'management.limits.list', {
  gate: ({ ports }) => void requireLimits(ports),
  query: Type.Object({ ...PAGE_QUERY, ...LIMIT_USE_FILTER }, { additionalProperties: false }),
  async answer(request, context) {
    const { clock } = context.ports;
    const { limits, uses } = requireLimits(context.ports);
    const { limit_id: limitId, node } = request.query;
    const now = clock.now().getTime();
    const shown = new Map(
      limits
        .filter(({ id }) => limitId === undefined || id === limitId)
        .map((limit) => [limit.id, { limit, current: currentLimit(limit, now) }]),
    );
    const current = [...shown.values()].map((one) => one.current);
    const { rows, nextCursor } = await readListPage(request, context, {
      list: `limits ${JSON.stringify([limitId, node])}`,
      // This list is not ordered by time: the first text of a position is the id of a limit.
      load: (after, limit) =>
        uses.listCurrent(current, { after: after && { limitId: after.createdAt, node: after.id }, node, limit }),
      keyOf: (use) => ({ createdAt: use.limitId, id: use.node ?? '' }),
    });
    return {
      limits: rows.flatMap((use) => {
        const found = shown.get(use.limitId);
        return found === undefined ? [] : [presentLimitUse(found.limit, found.current, use)];
      }),
      next_cursor: nextCursor,
    };
  },
});

function currentLimit({ id, unit, window }: Limit, nowMs: number): CurrentLimit {
  const bucket = window && limitWindowAt(window.per, nowMs, (utcMs) => zoneOffsetMs(window.timeZone, utcMs));
  return { limitId: id, unit, window: bucket };
}
