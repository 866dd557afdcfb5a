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
    unit: literalUnion(CALENDAR_UNITS, { description: 'Days, weeks that begin on Monday, or calendar months' }),
    count: wholeSchema(1, MAX_COUNT, { description: 'Number of complete units before the time of the question' }),
    timezone: Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$',
      'x-form': 'the name of an IANA time zone',
      description: 'IANA time zone of the days; a day has 23 or 25 hours if clocks change',
      examples: ['Europe/Berlin'],
    }),
  },
  {
    title: 'CalendarWindow',
    additionalProperties: false,
    examples: [{ unit: 'day', count: 1, timezone: 'Europe/Berlin' }],
  },
);
