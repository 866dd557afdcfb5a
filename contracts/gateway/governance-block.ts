import { Type, type TInteger, type TNumber, type TOptional } from 'typebox';
import {
  GOVERNANCE_DEFAULTS,
  LIMIT_PERIODS,
  UNREACHABLE_POLICIES,
} from '../../domain/gateway/governance/governance-block.ts';
import {
  COUNTED_UNITS,
  LIMIT_KINDS,
  MAX_BUDGET_USD,
  MAX_TOKENS,
  type LimitKind,
  type LimitKindName,
} from '../../domain/gateway/governance/limit-kind.ts';
import { LIMIT_NODE_PATTERN } from '../../domain/gateway/governance/limit-node.ts';
import { listText } from '../../domain/kernel/text/list-text.ts';
import { blockSetting, countSetting, listSetting, numberSetting, textSetting } from '../wire/configuration-leaf.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { nameMember } from './rule-members.ts';

const USD = `a number above 0, of at most ${MAX_BUDGET_USD}`;

/** The amount of each kind of limit, under its name. */
const AMOUNTS = Object.fromEntries(
  LIMIT_KINDS.map((kind) => [kind.name, Type.Optional(amountSetting(kind))]),
) as Readonly<Record<LimitKindName, TOptional<TInteger | TNumber>>>;

/** The kinds whose entries state their window, as a list in a sentence. */
const WINDOWED = listText(LIMIT_KINDS.filter(({ window }) => window === 'stated').map(({ name }) => `\`${name}\``));

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
  ...AMOUNTS,
  per: Type.Optional(
    literalUnion(LIMIT_PERIODS, {
      form: `one of ${LIMIT_PERIODS.join(', ')}`,
      description: `The window of ${WINDOWED}, which need one. Weeks begin on Monday.`,
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
      [Type.String({ pattern: '^([1-9]\\d?|100)%$' }), Type.Number({ exclusiveMinimum: 0, maximum: MAX_TOKENS })],
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

function amountSetting({ unit, max, description }: LimitKind): TInteger | TNumber {
  if (COUNTED_UNITS[unit].isMoney)
    return numberSetting({ form: USD, description }, { exclusiveMinimum: 0, maximum: max });
  const form = 'a whole number of at least 1';
  return Type.Integer({ minimum: 1, maximum: max, form, description });
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
      { exclusiveMinimum: 0, maximum: MAX_BUDGET_USD },
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
