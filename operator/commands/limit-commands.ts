import { timeZones } from '../../contracts/wire/time-zone.ts';
import { COUNTED_UNITS } from '../../domain/gateway/governance/limit-kind.ts';
import type { GovernanceSettings } from '../../domain/gateway/governance/limit.ts';
import {
  limitAmountText,
  previewLimits,
  type LimitPreview,
  type UntouchedLimit,
} from '../../domain/gateway/governance/preview-limits.ts';
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
      return previewLimits(limits, calls, settings, offsetMs).map((preview) => ({
        ...previewRow(preview),
        refused_then: String(refusedThen),
      }));
    },
  }),
};

function offsetMs(zone: string, utcMs: number): number {
  return timeZones.offsetSeconds(zone, utcMs) * 1_000;
}

function previewRow(preview: LimitPreview | UntouchedLimit): CommandRow {
  return Object.fromEntries(Object.entries(preview).map(([name, value]) => [name, String(value)]));
}

function limitRow({ limitId, node, unit, settled, leased, lapsed, holders, resetsAt }: LimitUse): CommandRow {
  const shown = (amount: bigint): string => limitAmountText(unit, amount);
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
