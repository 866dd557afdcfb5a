import {
  CADENCE_MODES,
  FREQUENCIES,
  WEEKDAYS,
  type Frequency,
  type Weekday,
} from '../../../../domain/schedules/cadence.ts';
import type { Cadence } from '../../../../clients/typescript/wire.ts';
import { optionalFlag, type Flag, type Form } from '../../../tree/flag.ts';
import { anyText, instant, oneOf } from '../../../tree/forms.ts';
import type { Need } from '../lane/body-of.ts';
import { localZone } from '../lane/local-time.ts';

const localTimeOfDay: Form<string> = {
  rule: 'a local time HH:MM, 00:00 to 23:59',
  parse: (text) => (/^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : undefined),
};

interface CadenceFlags {
  readonly mode: Flag<(typeof CADENCE_MODES)[number] | undefined>;
  readonly frequency: Flag<Frequency | undefined>;
  readonly anchor: Flag<Date | undefined>;
  readonly 'local-time': Flag<string | undefined>;
  readonly weekday: Flag<Weekday | undefined>;
  readonly timezone: Flag<string | undefined>;
}

/** The flags with the cadence of a schedule, for commands whose complete body has another flag. */
export function cadenceFlags(instead: 'body' | 'file'): CadenceFlags {
  const extras = { contradicts: [instead] };
  return {
    mode: optionalFlag(
      '<mode>',
      'wall_clock follows local time, interval counts from an anchor; wall_clock if --local-time is given',
      oneOf(CADENCE_MODES),
      extras,
    ),
    frequency: optionalFlag('<frequency>', 'how often; hourly only with intervals', oneOf(FREQUENCIES), extras),
    anchor: optionalFlag('<instant>', 'the first instant of an interval', instant, {
      contradicts: [instead, 'local-time', 'weekday'],
    }),
    'local-time': optionalFlag('<HH:MM>', 'the local time of day', localTimeOfDay, {
      contradicts: [instead, 'anchor'],
    }),
    weekday: optionalFlag('<day>', 'the day of a weekly wall clock', oneOf(WEEKDAYS), {
      contradicts: [instead, 'anchor'],
    }),
    timezone: optionalFlag('<zone>', 'the time zone; that of this machine for wall clocks if absent', anyText, extras),
  };
}

export type CadenceValues = {
  readonly [Name in keyof CadenceFlags]: CadenceFlags[Name] extends Flag<infer Value> ? Value : never;
};

/** The cadence that flags name. The service checks it as a whole. */
export function cadenceFrom(flags: CadenceValues, need: Need): Cadence {
  const { frequency, anchor, weekday, timezone, 'local-time': time } = flags;
  const mode = flags.mode ?? (time === undefined ? 'interval' : 'wall_clock');
  const zone = timezone ?? (mode === 'wall_clock' ? localZone() : undefined);
  return {
    mode,
    frequency: need('frequency', frequency),
    ...(anchor !== undefined && { anchor: anchor.toISOString() }),
    ...(time !== undefined && { local_time: time }),
    ...(weekday !== undefined && { weekday }),
    ...(zone !== undefined && { timezone: zone }),
  };
}
