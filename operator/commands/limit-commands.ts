import { timeZones } from '../../contracts/wire/time-zone.ts';
import { previewLimit, type PreviewedNode } from '../../domain/gateway/governance/preview-limit.ts';
import { COUNTED_UNITS, type LimitUnit } from '../../domain/gateway/governance/limit-kind.ts';
import type { GovernanceSettings, Limit } from '../../domain/gateway/governance/limit.ts';
import { toDollars } from '../../domain/insight/to-dollars.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { UsageFault } from '../../runtime/commands/usage-fault.ts';
import type { LimitUseStore, LimitUse } from '../../store/gateway/limit-use-store.ts';
import type { FoundCalls, LoggedRange } from '../limits/read-logged-calls.ts';
import { defineCommand, type Command, type CommandRow } from './command.ts';
import { anyText, withPurpose, optional, plainName, wholeNumber, withDefault } from './options.ts';

/** The ports of the limit commands. */
export interface LimitCommandPorts {
  readonly limits: LimitUseStore;
  /** Reads the limits of a configuration file; by default, of the file that the environment names. */
  readonly governance: (file: string | undefined) => GovernanceSettings;
  /** Reads the calls that the gateway logged. */
  readonly loggedCalls: (range: LoggedRange) => Promise<FoundCalls>;
  readonly clock: Clock;
}

const DAY_MS = 86_400_000;

/** Commands about limits of the gateway, by `<noun> <verb>`. */
export const LIMIT_COMMANDS: Readonly<Record<string, Command<LimitCommandPorts>>> = {
  'limits list': defineCommand({
    summary: 'lists the use of each gateway limit in the current window',
    options: {},
    run: async ({ limits }) => (await limits.list()).map(limitRow),
  }),
  'limits preview': defineCommand({
    summary: 'shows which calls of the last days each limit of a configuration file would have rejected',
    options: {
      config: withPurpose('the configuration file', optional(anyText('the path of a file'))),
      limit: withPurpose('previews only this limit', optional(plainName())),
      days: withDefault(wholeNumber({ from: 1, to: 400 }), 7),
      'max-calls': withDefault(wholeNumber({ from: 1, to: 100_000_000 }), 1_000_000),
    },
    async run({ governance, loggedCalls, clock }, { config, limit: only, days, 'max-calls': maxCalls }) {
      const settings = governance(config);
      const limits = settings.limits.filter(({ id }) => only === undefined || id === only);
      if (limits.length === 0)
        throw new UsageFault(
          only === undefined
            ? 'The file has no limits. Name a file that contains `governance.limits`.'
            : `The file has no limit ${only}. Check the name.`,
        );
      const { calls, refusedThen } = await loggedCalls({ sinceMs: clock.now().getTime() - days * DAY_MS, maxCalls });
      return limits.flatMap((limit) => {
        const nodes = previewLimit(limit, calls, settings, offsetMs);
        const rows = nodes.map((node) => previewRow(limit, node));
        const shown = rows.length > 0 ? rows : [{ limit_id: limit.id, calls: '0' }];
        return shown.map((row) => ({ ...row, refused_then: String(refusedThen) }));
      });
    },
  }),
};

function offsetMs(zone: string, utcMs: number): number {
  return timeZones.offsetSeconds(zone, utcMs) * 1_000;
}

function previewRow(limit: Limit, previewed: PreviewedNode): CommandRow {
  const { node, calls, windows, fullest, refused, refusedWindows, refusedAmount, first, assumed } = previewed;
  const { id, unit, max } = limit;
  return {
    limit_id: id,
    node,
    unit: COUNTED_UNITS[unit].shownAs,
    limit: amountText(unit, max),
    calls: String(calls),
    ...(limit.window && { windows: String(windows) }),
    fullest_at: new Date(fullest.fromMs).toISOString(),
    fullest_came_to: amountText(unit, fullest.amount),
    fullest_percent: String(Math.round((fullest.amount / max) * 100)),
    would_refuse: String(refused),
    ...(limit.window && { in_windows: String(refusedWindows) }),
    they_came_to: amountText(unit, refusedAmount),
    ...(first && { first_at: new Date(first.atMs).toISOString(), first_request: first.requestId }),
    assumed: String(assumed),
  };
}

function limitRow({ limitId, node, unit, settled, leased, lapsed, holders, resetsAt }: LimitUse): CommandRow {
  const shown = (amount: bigint): string => amountText(unit, amount);
  return {
    limit_id: limitId,
    node,
    unit: COUNTED_UNITS[unit].shownAs,
    settled: shown(settled),
    leased: shown(leased),
    charged_for_dead: shown(lapsed),
    processes: String(holders),
    ...(resetsAt !== null && { resets_at: resetsAt.toISOString() }),
  };
}

function amountText(unit: LimitUnit, amount: bigint | number): string {
  return COUNTED_UNITS[unit].isMoney ? toDollars(String(amount)) : String(amount);
}
