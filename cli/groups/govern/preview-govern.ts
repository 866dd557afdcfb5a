import { timeZones } from '../../../contracts/wire/time-zone.ts';
import { COUNTED_UNITS } from '../../../domain/gateway/governance/limit-kind.ts';
import { governanceSettings } from '../../../domain/gateway/governance/limit.ts';
import type { LoggedCall as LimitedCall } from '../../../domain/gateway/governance/logged-call.ts';
import {
  previewLimits,
  type LimitPreview,
  type UntouchedLimit,
} from '../../../domain/gateway/governance/preview-limits.ts';
import { loadConfiguration } from '../../configuration/load-configuration.ts';
import { logResult } from '../../log-figures/log-result.ts';
import { readCalls } from '../../logs/read-calls.ts';
import { CommandFault, usageFault } from '../../output/command-fault.ts';
import type { Result } from '../../output/result.ts';
import type { Screen } from '../../output/screen.ts';
import { tableText, type Column } from '../../output/table.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import type { GOVERN_PREVIEW_FLAGS } from './govern-flags.ts';
import { isServed, toLimitedCall } from './limited-call.ts';

export async function run(context: Context, { flags }: Input<typeof GOVERN_PREVIEW_FLAGS>): Promise<Result> {
  const { path, file } = loadConfiguration(context, flags.config);
  const settings = governanceSettings(file.governance);
  if (settings.limits.length === 0)
    throw usageFault(`The file ${path} has no limits.`, 'name a file with governance.limits');
  const reading = readCalls(context, flags);
  const calls: LimitedCall[] = [];
  const served = new Set<LimitedCall>();
  let refusedThen = 0;
  for await (const call of reading) {
    if (call.refusedByLimit !== undefined || call.noted?.['refused_by_limit.id'] !== undefined) refusedThen += 1;
    if (call.status === 'refused') continue;
    const limited = toLimitedCall(call);
    calls.push(limited);
    if (isServed(call)) served.add(limited);
    if (calls.length > flags['max-rows']) throw tooManyCalls(flags['max-rows']);
  }
  calls.sort((one, other) => one.admittedMs - other.admittedMs);
  const onlyServed = calls.filter((call) => served.has(call));
  const limits = settings.limits.flatMap((limit) =>
    previewLimits([limit], COUNTED_UNITS[limit.unit].isUse ? calls : onlyServed, settings, offsetMs),
  );
  const document = { config: path, calls: calls.length, refused_then: refusedThen, limits };
  return logResult(reading, flags.strict, {
    document,
    text: (screen) => limitsText(limits, screen),
    notes: [
      `${calls.length} calls, without ${refusedThen} that limits refused then: their cost is unknown.`,
      ...assumedNotes(limits),
    ],
  });
}

/** The offset of a zone from UTC in milliseconds. */
export function offsetMs(zone: string, utcMs: number): number {
  return timeZones.offsetSeconds(zone, utcMs) * 1_000;
}

function tooManyCalls(max: number): CommandFault {
  return new CommandFault('refused', `The log has more than ${max} calls in this window.`, {
    why: 'a preview of a part would understate each limit',
    next: 'choose a shorter window with --since, or raise --max-rows',
  });
}

function assumedNotes(limits: readonly (LimitPreview | UntouchedLimit)[]): string[] {
  return limits.flatMap((limit) =>
    'assumed' in limit && limit.assumed > 0
      ? [`${limit.limit_id} at ${limit.node}: ${limit.assumed} calls count with an assumed amount.`]
      : [],
  );
}

const COLUMNS: readonly Column[] = [
  { title: 'LIMIT' },
  { title: 'NODE', canShrink: true },
  { title: 'UNIT' },
  { title: 'MAX', isNumber: true },
  { title: 'CALLS', isNumber: true },
  { title: 'FULLEST', isNumber: true },
  { title: 'PERCENT', isNumber: true },
  { title: 'WOULD REFUSE', isNumber: true },
  { title: 'CAME TO', isNumber: true },
  { title: 'FIRST', canShrink: true },
];

function limitsText(limits: readonly (LimitPreview | UntouchedLimit)[], screen: Screen): string {
  return tableText(COLUMNS, limits.map(rowOf), screen);
}

function rowOf(limit: LimitPreview | UntouchedLimit): string[] {
  if (!('node' in limit)) return [limit.limit_id, 'no call', '', '', '0', '', '', '0', '', ''];
  const { limit_id: id, node, unit, limit: max, calls, would_refuse: refused, they_came_to: amount } = limit;
  const fullest = [limit.fullest_came_to, String(limit.fullest_percent)];
  const first = limit.first_request === undefined ? '' : `${limit.first_at ?? ''} ${limit.first_request}`;
  return [id, node, unit, max, String(calls), ...fullest, String(refused), amount, first];
}
