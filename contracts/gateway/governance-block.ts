import { Type, type TInteger } from 'typebox';
import {
  GOVERNANCE_DEFAULTS,
  LIMIT_PERIODS,
  MOST_BUDGET_USD,
  MOST_TOKENS,
  UNREACHABLE_POLICIES,
} from '../../domain/gateway/governance/governance-block.ts';
import { LIMIT_NODE_PATTERN } from '../../domain/gateway/governance/limit-node.ts';
import { blockSetting, countSetting, listSetting, numberSetting, textSetting } from '../wire/configuration-leaf.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { nameMember } from './rule-members.ts';

const USD = `a number above 0, of at most ${MOST_BUDGET_USD}`;

const LimitSchema = blockSetting({
  id: nameMember('What refusals and rows call it; no two have the same.'),
  node: textSetting(
    {
      form: '`organization`, `team:<owner>`, `key:<kid>` or `tag:<key>=<value>`',
      description:
        'Whose requests it limits: those of an organization, each by itself; of the keys of an owner; of a key; or with a tag.',
    },
    LIMIT_NODE_PATTERN,
  ),
  requests_per_minute: Type.Optional(count('Requests in a minute of the clock.')),
  requests: Type.Optional(count('Requests in a window.')),
  tokens: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_TOKENS,
      form: 'a whole number of at least 1',
      description: 'Tokens in a window, those that are sent and those that are answered.',
    }),
  ),
  budget_usd: Type.Optional(
    numberSetting(
      { form: USD, description: 'US dollars in a window, to nine places.' },
      { exclusiveMinimum: 0, maximum: MOST_BUDGET_USD },
    ),
  ),
  concurrency: Type.Optional(count('Calls that are on their way at once.')),
  per: Type.Optional(
    literalUnion(LIMIT_PERIODS, {
      form: `one of ${LIMIT_PERIODS.join(', ')}`,
      description: 'The window of `requests`, `tokens` and `budget_usd`, which need one. Weeks begin on Monday.',
    }),
  ),
  time_zone: Type.Optional(
    textSetting({
      form: 'a zone of the IANA database, such as `Europe/Berlin`',
      fallback: GOVERNANCE_DEFAULTS.timeZone,
      description: 'Whose days, weeks or months they are.',
    }),
  ),
  chunk: Type.Optional(
    Type.Union(
      [Type.String({ pattern: '^([1-9]\\d?|100)%$' }), Type.Number({ exclusiveMinimum: 0, maximum: MOST_TOKENS })],
      {
        form: 'a share from `1%` to `100%`, or an amount in what the limit is of',
        fallback: GOVERNANCE_DEFAULTS.chunk,
        description:
          'The most that one process holds in advance, so that it asks nobody for a call: by so much for each process it may refuse too early, and so much a killed one is charged.',
      },
    ),
  ),
  when_unreachable: Type.Optional(
    literalUnion(UNREACHABLE_POLICIES, {
      form: '`fail_closed` or `fail_open`',
      fallback: GOVERNANCE_DEFAULTS.policy,
      description:
        'What becomes of calls while Postgres cannot be reached and nothing is in hand: 503 `enforcement_unavailable`, or let in and disclosed.',
    }),
  ),
});

function count(description: string): TInteger {
  return countSetting({ form: 'a whole number of at least 1', description }, 1);
}

/** The block `governance` of the configuration file: limits of the gateway. */
export const GovernanceBlockSchema = blockSetting({
  limits: Type.Optional(
    listSetting(LimitSchema, {
      form: 'a list of limits',
      description: 'A request is under all whose node it matches.',
    }),
  ),
  unpriced_call_usd: Type.Optional(
    numberSetting(
      {
        form: USD,
        fallback: String(GOVERNANCE_DEFAULTS.unpricedCallUsd),
        description: 'What a call counts against budgets whose price nobody knows.',
      },
      { exclusiveMinimum: 0, maximum: MOST_BUDGET_USD },
    ),
  ),
  assumed_output_tokens: Type.Optional(
    countSetting(
      {
        form: 'a whole number of at least 1',
        description:
          'The most tokens that an answer has where its request does not say so. Without it, the most that the model writes, such as 128000 for gpt-5.',
      },
      1,
    ),
  ),
});
