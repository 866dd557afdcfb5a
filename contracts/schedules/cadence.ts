import { Type, type TSchemaOptions } from 'typebox';
import { CADENCE_MODES, CADENCE_NOTES, FREQUENCIES, WEEKDAYS } from '../../domain/schedules/cadence.ts';
import type { CadenceCode } from '../../domain/kernel/fault-codes.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { InstantSchema, WRITTEN_INSTANT_PATTERN } from '../wire/scalars.ts';

/** The fault code of a member whose rule is broken. `validator.ts` reads it and reports it next to the pointer. */
const faultCode = (code: CadenceCode): TSchemaOptions => ({ 'x-fault-code': code });
const unknownMemberCode = (code: CadenceCode): TSchemaOptions => ({ 'x-unknown-member-code': code });

/** An instant that a schedule can have, with any offset. */
export const ScheduleBoundSchema = Type.String({
  title: 'ScheduleBound',
  maxLength: 35,
  pattern: WRITTEN_INSTANT_PATTERN,
  description: 'RFC 3339 instant of the years 2000 to 2099 in UTC',
  examples: ['2026-01-01T00:00:00Z'],
});

const mode = literalUnion(CADENCE_MODES, {
  ...faultCode('invalid_mode'),
  description: '`interval` counts elapsed time from an anchor; `wall_clock` follows the local time of a zone',
});

const members = {
  frequency: literalUnion(FREQUENCIES, {
    ...faultCode('invalid_frequency'),
    description: 'The frequency; `hourly` only with the mode `interval`',
  }),
  anchor: Type.Optional(ScheduleBoundSchema),
  local_time: Type.Optional(
    Type.String({
      ...faultCode('invalid_local_time'),
      maxLength: 5,
      pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
      'x-form': '`HH:MM`, 00:00 to 23:59',
      description: '`HH:MM`, 00:00 to 23:59; required by the mode `wall_clock`, and only for it',
      examples: ['08:30'],
    }),
  ),
  timezone: Type.Optional(
    Type.String({
      ...faultCode('invalid_timezone'),
      'x-time-zone': true,
      minLength: 1,
      maxLength: 64,
      pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$',
      'x-form': 'the name of an IANA time zone',
      description:
        'IANA time zone. The mode `wall_clock` requires it and runs by it. For the mode `interval`, it only labels the instants.',
      examples: ['Europe/Berlin'],
    }),
  ),
  weekday: Type.Optional(
    literalUnion(WEEKDAYS, {
      ...faultCode('invalid_weekday'),
      description: 'Required by weekly wall clocks, and only for them',
    }),
  ),
} as const;

const closed = {
  ...unknownMemberCode('field_not_allowed'),
  additionalProperties: false,
  examples: [
    { mode: 'wall_clock', frequency: 'weekly', weekday: 'monday', local_time: '08:30', timezone: 'Europe/Berlin' },
    { mode: 'interval', frequency: 'hourly', anchor: '2026-01-01T00:15:00Z' },
  ],
} as const;

/**
 * The times at which a schedule runs. `settleCadence` checks which members the mode allows, and that the zone exists.
 */
export const CadenceSchema = Type.Object({ mode, ...members }, { ...closed, title: 'Cadence' });

/** A cadence that replaces another one, and keeps its mode unless it states one. */
export const CadenceEditSchema = Type.Object(
  { mode: Type.Optional(mode), ...members },
  { ...closed, title: 'CadenceEdit', description: 'The new cadence. Without `mode`, the schedule keeps its mode.' },
);

/** One instant of a cadence, in UTC and in the local time of its zone. */
export const ScheduledInstantSchema = Type.Object(
  {
    scheduled_utc: InstantSchema,
    local: Type.String({
      maxLength: 29,
      pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}[+-]\\d{2}:\\d{2}$',
      description: 'The same instant in the local time of the zone, or in UTC if the cadence names no zone',
      examples: ['2026-03-29T03:30:00.000+02:00'],
    }),
    note: literalUnion(CADENCE_NOTES, {
      description:
        '`dst_gap`: the local time did not exist, so the instant is later. `dst_fold`: the local time occurred twice, and this is the first.',
    }),
  },
  { title: 'ScheduledInstant', additionalProperties: false },
);
