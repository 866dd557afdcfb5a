import { Type, type Static } from 'typebox';
import { literalUnion } from '../../wire/literal-union.ts';
import { PROBLEM_LIMITS } from '../../wire/problem-limits.ts';
import { InstantSchema, textSchema, wholeSchema } from '../../wire/scalars.ts';
import { DIMENSION_LIMITS } from '../dimensions/dimension-names.ts';
import { QUARANTINE_REASONS } from '../lines/parse-traffic-line.ts';
import { MAX_LISTED_FAULTS, TRAFFIC_LIMITS } from './traffic-limits.ts';

const closed = { additionalProperties: false } as const;

/** The reason why an item was not accepted. */
const TrafficFaultSchema = Type.Object(
  {
    index: wholeSchema(0, TRAFFIC_LIMITS.bytes, { description: 'Index in the list, or number of the line, from 0' }),
    pointer: textSchema(PROBLEM_LIMITS.pointer, {
      description: 'RFC 6901 pointer to the faulty member; empty for the complete event',
    }),
    reason: literalUnion(QUARANTINE_REASONS),
    detail: textSchema(PROBLEM_LIMITS.detail, { minLength: 1, description: 'The error and its remedy, as a sentence' }),
    missing_at: Type.Optional(InstantSchema),
    closed_by: Type.Optional(
      literalUnion(['corrected_event', 'operator'], {
        description:
          'Reads of the environment at `missing_at` stay partial until the corrected event arrives with the same ids, or an operator closes the gap. For an event without ids, an operator must close the gap. Both members are absent if nothing is missing.',
      }),
    ),
  },
  { title: 'TrafficFault', ...closed },
);

export type TrafficFault = Static<typeof TrafficFaultSchema>;

const IgnoredCostsSchema = Type.Object(
  {
    count: wholeSchema(1, TRAFFIC_LIMITS.events, { description: 'Accepted or ignored items that state a cost' }),
    detail: textSchema(PROBLEM_LIMITS.detail, {
      minLength: 1,
      description: 'The reason why the costs do not count, and the remedy',
    }),
  },
  {
    title: 'IgnoredCosts',
    description: 'Stated costs that do not count in the environment; absent if there are none',
    ...closed,
  },
);

/** The result for each item. Every accepted item is on the disk. */
export const TrafficReceiptSchema = Type.Object(
  {
    accepted: wholeSchema(0, TRAFFIC_LIMITS.bytes, { description: 'Events that are stored durably' }),
    ignored: Type.Optional(
      wholeSchema(1, TRAFFIC_LIMITS.events, {
        description:
          'Ignored items: items of other formats that describe no model call, content that is not captured, and price changes if stated costs do not count',
      }),
    ),
    refused: wholeSchema(0, TRAFFIC_LIMITS.bytes, {
      description: 'Refused events; sending them again unchanged has the same result',
    }),
    faults: Type.Array(TrafficFaultSchema, {
      maxItems: MAX_LISTED_FAULTS,
      description: `The reasons for the first ${MAX_LISTED_FAULTS} refused events`,
    }),
    ignored_costs: Type.Optional(IgnoredCostsSchema),
    dropped_tags: Type.Optional(
      wholeSchema(1, TRAFFIC_LIMITS.bytes, {
        description: `Tags of accepted events that are left out, because an event has more than ${DIMENSION_LIMITS.tags}`,
      }),
    ),
  },
  { title: 'TrafficReceipt', ...closed },
);

export type TrafficReceipt = Static<typeof TrafficReceiptSchema>;
