import { toDollars } from '../../domain/insight/figures/to-dollars.ts';
import type { LimitOversight, LimitUse } from '../../store/gateway/limit-oversight.ts';
import { defineCommand, type Command, type Row } from './command.ts';

/** What the commands about limits work on. */
export interface LimitPorts {
  readonly limits: LimitOversight;
}

/** Commands about limits of the gateway, by `<noun> <verb>`. */
export const LIMIT_COMMANDS: Readonly<Record<string, Command<LimitPorts>>> = {
  'limits list': defineCommand({
    summary: 'lists what is used of each limit of the gateway in the window that is on',
    options: {},
    run: async ({ limits }) => (await limits.list()).map(limitRow),
  }),
};

function limitRow({ limitId, node, unit, settled, leased, lapsed, holders, resetsAt }: LimitUse): Row {
  const shown = (amount: bigint): string => (unit === 'nano_usd' ? toDollars(String(amount)) : String(amount));
  return {
    limit_id: limitId,
    node,
    unit: unit === 'nano_usd' ? 'usd' : unit,
    settled: shown(settled),
    leased: shown(leased),
    charged_for_dead: shown(lapsed),
    processes: String(holders),
    ...(resetsAt !== null && { resets_at: resetsAt.toISOString() }),
  };
}
