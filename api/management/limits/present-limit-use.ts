import type { LimitUses } from '../../../contracts/gateway/limits/limit-use.ts';
import { COUNTED_UNITS } from '../../../domain/gateway/governance/limit-kind.ts';
import { limitNodeText } from '../../../domain/gateway/governance/limit-node.ts';
import type { Limit } from '../../../domain/gateway/governance/limit.ts';
import { toDollars } from '../../../domain/insight/to-dollars.ts';
import type { CurrentLimit, CurrentLimitUse } from '../../../store/gateway/limit-use-store.ts';

/** The use of a limit at a node in the form of an answer, with amounts as decimal texts. */
export function presentLimitUse(
  { id, node, unit, max, window: period }: Limit,
  { window }: Pick<CurrentLimit, 'window'>,
  use: CurrentLimitUse,
): LimitUses['limits'][number] {
  const { shownAs, isMoney } = COUNTED_UNITS[unit];
  const shown = (amount: bigint): string => (isMoney ? toDollars(String(amount)) : String(amount));
  const limit = BigInt(max);
  const used = use.settled + use.lapsed;
  const rest = limit - used - use.leased;
  return {
    limit_id: id,
    covers: limitNodeText(node),
    node: use.node,
    unit: shownAs,
    limit: shown(limit),
    used: shown(used),
    reserved: shown(use.leased),
    remaining: shown(rest > 0n ? rest : 0n),
    ...(period && { per: period.per, time_zone: period.timeZone }),
    resets_at: window === undefined ? null : new Date(window.to).toISOString(),
    last_warning:
      use.warnedAt === null || use.warnedPercent === null
        ? null
        : { at: use.warnedAt.toISOString(), used_percent: use.warnedPercent },
  };
}
