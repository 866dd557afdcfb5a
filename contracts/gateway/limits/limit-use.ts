import { Type, type Static } from 'typebox';
import { LIMIT_PERIODS } from '../../../domain/gateway/governance/governance-block.ts';
import { MAX_PAGE_ITEMS, PageTokenSchema } from '../../wire/envelope.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { InstantSchema, textSchema, wholeSchema } from '../../wire/scalars.ts';
import { limitAmount, limitIdMember, MAX_LIMIT_ID, SHOWN_LIMIT_UNITS } from './limit-members.ts';

const closed = { additionalProperties: false } as const;

/** More than the longest node has: a tag with an organization, a key and a value has 196 characters at most. */
const MAX_NODE = 256;

const LimitUseSchema = Type.Object(
  {
    limit_id: textSchema(MAX_LIMIT_ID, { description: 'The limit, as refusals name it' }),
    covers: textSchema(MAX_NODE, {
      description: 'The requests that the limit covers, as `node` of the configuration file, such as `team:search`',
    }),
    node: Type.Union([textSchema(MAX_NODE), Type.Null()], {
      description:
        'The counted node, as refusals name it: with its organization, such as `team:org_…:search`. Null if no gateway has counted a request of the limit in this window',
    }),
    unit: literalUnion(SHOWN_LIMIT_UNITS, { description: 'The unit of all amounts; `calls` are calls in flight' }),
    limit: limitAmount('The maximum, in the window or at the same time'),
    used: limitAmount('The amount of calls that have ended, and of leases of processes that died'),
    reserved: limitAmount('The amount that processes hold, for calls in flight and for the next calls'),
    remaining: limitAmount('The limit without the used and the reserved amount; 0 if they exceed it'),
    per: Type.Optional(literalUnion(LIMIT_PERIODS, { description: 'The window; absent for calls in flight' })),
    time_zone: Type.Optional(textSchema(64, { description: 'The IANA time zone of days, weeks and months' })),
    resets_at: Type.Union([InstantSchema, Type.Null()], {
      description: 'The end of the window, after which counting starts again; null for calls in flight',
    }),
    last_warning: Type.Union(
      [
        Type.Object(
          {
            at: InstantSchema,
            used_percent: wholeSchema(0, Number.MAX_SAFE_INTEGER, {
              description: 'The percentage of the budget that was used or reserved at this warning',
            }),
          },
          { title: 'LimitWarning', ...closed },
        ),
        Type.Null(),
      ],
      {
        description:
          'The last `x-tt-budget-warning` in this window, which callers get from 80 % of a budget on; null if there was none. Only budgets in US dollars warn',
      },
    ),
  },
  { title: 'LimitUse', ...closed },
);

/** One page of the uses of limits, by limit and node. */
export const LimitUsesSchema = Type.Object(
  { limits: Type.Array(LimitUseSchema, { maxItems: MAX_PAGE_ITEMS }), next_cursor: PageTokenSchema },
  {
    title: 'LimitUses',
    description:
      'The limits of the configuration file, each with its use at every node that has requests in the current window. Amounts are decimal texts. Processes report used amounts every second.',
    ...closed,
  },
);

export type LimitUses = Static<typeof LimitUsesSchema>;

/** The members of the query in addition to those of every list. */
export const LIMIT_USE_FILTER = {
  limit_id: limitIdMember('Only this limit'),
  node: Type.Optional(
    textSchema(MAX_NODE, {
      minLength: 1,
      description: 'Only this node, such as `key:kid_…`, `team:<organization>:<owner>` or `organization:<id>`',
    }),
  ),
} as const;
