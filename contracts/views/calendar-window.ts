import { Type } from 'typebox';
import { CALENDAR_UNITS } from '../../domain/insight/windows/calendar-window.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { wholeSchema } from '../wire/scalars.ts';

/**
 * The days of three years, less a margin for changes of clocks: the longest window that a read answers is 1,100 days.
 */
const MAX_COUNT = 1_098;

/** A window of complete local days, such as yesterday, the last 30 days, the last week or the last month. */
export const CalendarWindowSchema = Type.Object(
  {
    unit: literalUnion(CALENDAR_UNITS, { description: 'Days, weeks from Monday on, or calendar months' }),
    count: wholeSchema(1, MAX_COUNT, { description: 'How many of them that are over at the moment of asking' }),
    timezone: Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$',
      description: 'IANA time zone whose days they are, of 23 or 25 hours where its clocks change',
      examples: ['Europe/Berlin'],
    }),
  },
  {
    title: 'CalendarWindow',
    additionalProperties: false,
    examples: [{ unit: 'day', count: 1, timezone: 'Europe/Berlin' }],
  },
);
