import { Type, type Static } from 'typebox';
import { literalUnion } from '../../wire/literal-union.ts';
import { PROBLEM_LIMITS } from '../../wire/problem-limits.ts';
import { InstantSchema, textSchema, wholeSchema } from '../../wire/scalars.ts';
import { QUARANTINE_REASONS } from '../lines/parse-traffic-line.ts';
import { MAX_LISTED_FAULTS, TRAFFIC_LIMITS } from './traffic-limits.ts';

const closed = { additionalProperties: false } as const;

/** The reason why an item was not accepted. */
const TrafficFaultSchema = Type.Object(
  {
    index: wholeSchema(0, TRAFFIC_LIMITS.bytes, { description: 'Its place in the list, or its line, from 0' }),
    pointer: textSchema(PROBLEM_LIMITS.pointer, {
      description: 'RFC 6901 pointer to the faulty member of it; empty for the whole',
    }),
    reason: literalUnion(QUARANTINE_REASONS),
    detail: textSchema(PROBLEM_LIMITS.detail, { minLength: 1, description: 'A sentence to act on' }),
    missing_at: Type.Optional(InstantSchema),
    closed_by: Type.Optional(
      literalUnion(['corrected_event', 'operator'], {
        description:
          'Reads of the environment at `missing_at` stay partial until the event comes corrected under the same ids, or an operator closes the gap; where it says no ids, until an operator does. Both are absent where nothing is missing',
      }),
    ),
  },
  { title: 'TrafficFault', ...closed },
);

export type TrafficFault = Static<typeof TrafficFaultSchema>;

const IgnoredCostsSchema = Type.Object(
  {
    count: wholeSchema(1, TRAFFIC_LIMITS.events, { description: 'Accepted or ignored things that state a cost' }),
    detail: textSchema(PROBLEM_LIMITS.detail, { minLength: 1, description: 'Why it does not count, and what to do' }),
  },
  { title: 'IgnoredCosts', description: 'Costs that do not count in the environment; absent where none is', ...closed },
);

/** The result for each item. Every accepted item is on the disk. */
export const TrafficReceiptSchema = Type.Object(
  {
    accepted: wholeSchema(0, TRAFFIC_LIMITS.bytes, { description: 'Events that are kept for good' }),
    ignored: Type.Optional(
      wholeSchema(1, TRAFFIC_LIMITS.events, {
        description:
          'Things that tell of no call of a model, of other formats than our own, content that is not wanted, and changes of a price where no stated cost counts',
      }),
    ),
    refused: wholeSchema(0, TRAFFIC_LIMITS.bytes, {
      description: 'Events that were not: sending them again is in vain',
    }),
    faults: Type.Array(TrafficFaultSchema, {
      maxItems: MAX_LISTED_FAULTS,
      description: `Why, of the first ${MAX_LISTED_FAULTS} that were refused`,
    }),
    ignored_costs: Type.Optional(IgnoredCostsSchema),
  },
  { title: 'TrafficReceipt', ...closed },
);

export type TrafficReceipt = Static<typeof TrafficReceiptSchema>;
