import { CACHE_APPROXIMATIONS, CachePreviewQuerySchema } from '../../../contracts/gateway/cache-administration.ts';
import { CACHE_OPERATIONS } from '../../../contracts/gateway/cache-operations.ts';
import { estimateRepeats } from '../../../domain/gateway/cache/repeated-calls.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { requireCache } from './require-cache.ts';

const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const MAX_MS = 366 * 86_400_000;

/** Answers with the maximum share of requests since an instant that a cache would have answered. */
export const readCachePreview = createManagementHandler(CACHE_OPERATIONS, 'management.cache.preview', {
  gate: ({ ports }) => void requireCache(ports),
  query: CachePreviewQuerySchema,
  async answer(request, { ports }) {
    const { since = '30d' } = request.query;
    const { scope, countRepeats } = requireCache(ports);
    const to = ports.clock.now();
    const from = instantOf(since, to);
    const repeats = countRepeats && estimateRepeats(await countRepeats(from, scope));
    const why =
      countRepeats === undefined
        ? 'This deployment has no ClickHouse, where requests are. Ask its operator.'
        : 'No call of the gateway since then says how many tokens it sent.';
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      scope,
      approximations: [...CACHE_APPROXIMATIONS],
      exact: repeats ?? { cannot_estimate: why },
      semantic: {
        cannot_estimate:
          'Facts contain no content. A rule of this kind in shadow mode counts the calls that it would have answered.',
      },
    };
  },
});

/**
 * Reads the instant.
 * @throws Refusal `validation_failed` for a text that is not a time, or for a time too long ago
 */
function instantOf(since: string, now: Date): Date {
  const [, amount, unit = ''] = /^(\d+)([hdw])$/.exec(since) ?? [];
  const at = amount === undefined ? Date.parse(since) : now.getTime() - Number(amount) * (UNIT_MS[unit] ?? 0);
  if (Number.isFinite(at) && at <= now.getTime() && at >= now.getTime() - MAX_MS) return new Date(at);
  throw new Refusal('validation_failed', '`since` must be within the last 366 days. Send a later instant.');
}
