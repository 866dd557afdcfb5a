import { type FieldFault, invalidMember, Refusal } from '../kernel/errors.ts';
import type { CadenceCode } from '../kernel/fault-codes.ts';
import type { CADENCE_MODES, Cadence, Frequency, IntervalCadence, WallClockCadence, Weekday } from './cadence.ts';
import { parseScheduleBound } from './parse-schedule-bound.ts';
import type { TimeZones } from './time-zones.ts';

/** The fault of a member, with a code. */
type CadenceFault = FieldFault & { readonly code: CadenceCode };

/**
 * A cadence as a person writes it. A schema has checked the form of each member; members may be missing or misplaced.
 */
export interface WrittenCadence {
  readonly mode: (typeof CADENCE_MODES)[number];
  readonly frequency: Frequency;
  readonly anchor?: string;
  readonly local_time?: string;
  readonly timezone?: string;
  readonly weekday?: Weekday;
}

export interface SettlingCadence {
  /** The anchor of an interval that names none and replaces no interval. */
  readonly now: Date;
  /**
   * The cadence that this one replaces. An interval that replaces an interval keeps its anchor, unless it names
   * another.
   */
  readonly replaced?: Cadence | undefined;
  /**
   * A zone that is accepted although the database may not know it: the current zone of the schedule, while none of its
   * instants is needed. A process with a newer database saved it.
   */
  readonly keptZone?: string | undefined;
  readonly zones: TimeZones;
}

/**
 * The cadence to store for a written one. An interval always has an anchor.
 *
 * @throws Refusal `validation_failed` with every faulty member of `cadence` and its code; without a code if the anchor
 *   does not exist, or is not in the years 2000 to 2099
 */
export function settleCadence(written: WrittenCadence, settling: SettlingCadence): Cadence {
  return written.mode === 'interval' ? settleInterval(written, settling) : settleWallClock(written, settling);
}

function settleInterval(written: WrittenCadence, settling: SettlingCadence): IntervalCadence {
  const { now, replaced } = settling;
  const { frequency, timezone } = written;
  const faults = [
    ...misplaced(written, ['local_time', 'weekday'], 'An interval counts elapsed time'),
    ...(timezone === undefined || isZone(timezone, settling) ? [] : [unknownZone(timezone, settling)]),
  ];
  if (faults.length > 0) throw refusalOf(faults);
  const named = written.anchor === undefined ? undefined : anchorOf(written.anchor);
  const kept = replaced?.mode === 'interval' ? replaced.anchor : now.toISOString();
  return {
    mode: 'interval',
    frequency,
    anchor: named?.toISOString() ?? kept,
    ...(timezone !== undefined && { timezone }),
  };
}

function settleWallClock(written: WrittenCadence, settling: SettlingCadence): WallClockCadence {
  const { frequency, local_time: localTime, timezone, weekday } = written;
  const faults = [
    ...misplaced(written, ['anchor'], 'A wall clock needs no anchor'),
    ...(frequency === 'hourly'
      ? [
          fault(
            'frequency',
            'hourly_requires_interval',
            'An hourly cadence counts elapsed time. Set `mode` to `interval`.',
          ),
        ]
      : []),
    ...(localTime === undefined
      ? [fault('local_time', 'invalid_local_time', 'The local time is missing. Send it as `HH:MM`.')]
      : []),
    ...(timezone === undefined || !isZone(timezone, settling) ? [unknownZone(timezone, settling)] : []),
    ...weekdayFaults(written),
  ];
  if (faults.length > 0) throw refusalOf(faults);
  // Without faults, the members that every wall clock needs are present.
  const named = written as Required<WrittenCadence>;
  const clock = { mode: 'wall_clock', local_time: named.local_time, timezone: named.timezone } as const;
  return weekday === undefined ? { ...clock, frequency: 'daily' } : { ...clock, frequency: 'weekly', weekday };
}

function isZone(name: string, { keptZone, zones }: SettlingCadence): boolean {
  return name === keptZone || zones.has(name);
}

function weekdayFaults(written: WrittenCadence): CadenceFault[] {
  switch (written.frequency) {
    case 'hourly':
      return [];
    case 'daily':
      return misplaced(written, ['weekday'], 'A daily cadence runs on every day');
    case 'weekly':
      return written.weekday === undefined
        ? [fault('weekday', 'invalid_weekday', 'A weekly cadence needs a day. Send `monday` to `sunday`.')]
        : [];
  }
}

function anchorOf(text: string): Date {
  const anchor = parseScheduleBound(text);
  if (anchor === undefined)
    throw invalidMember('/cadence/anchor', '`anchor` must be an RFC 3339 instant of the years 2000 to 2099 (UTC).');
  return anchor;
}

function misplaced(written: WrittenCadence, members: readonly (keyof WrittenCadence)[], why: string): CadenceFault[] {
  return members
    .filter((member) => written[member] !== undefined)
    .map((member) => fault(member, 'field_not_allowed', `${why}. Omit \`${member}\`.`));
}

function unknownZone(written: string | undefined, { zones }: SettlingCadence): CadenceFault {
  const near = written === undefined ? undefined : zones.nearest(written);
  const meant = near === undefined ? ', such as `Europe/Berlin`.' : `: did you mean \`${near}\`?`;
  return fault('timezone', 'invalid_timezone', `The zone must be one of the IANA time-zone database${meant}`);
}

function fault(member: keyof WrittenCadence, code: CadenceCode, detail: string): CadenceFault {
  return { pointer: `/cadence/${member}`, detail, code };
}

function refusalOf(faults: readonly CadenceFault[]): Refusal {
  const sentences = faults.map(({ pointer, detail, code }) => `${pointer} (${code}): ${detail}`);
  return new Refusal('validation_failed', sentences.join(' '), { faults });
}
