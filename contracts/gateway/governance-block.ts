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
  id: nameMember('The name of the limit in refusals and rows. It is unique.'),
  node: textSetting(
    {
      form: '`organization`, `team:<owner>`, `key:<kid>` or `tag:<key>=<value>`',
      description:
        'The requests that the limit covers: those of each organization, of the keys of an owner, of a key, or with a tag.',
    },
    LIMIT_NODE_PATTERN,
  ),
  ...AMOUNTS,
  per: Type.Optional(
    literalUnion(LIMIT_PERIODS, {
      form: `one of ${LIMIT_PERIODS.join(', ')}`,
      description: `The window of the limit; required for ${WINDOWED}. Weeks begin on Monday.`,
    }),
  ),
  time_zone: Type.Optional(
    textSetting({
      form: 'a zone of the IANA database, such as `Europe/Berlin`',
      fallback: GOVERNANCE_DEFAULTS.timeZone,
      description: 'The time zone of the days, weeks or months.',
    }),
  ),
  chunk: Type.Optional(
    Type.Union(
      [Type.String({ pattern: '^([1-9]\\d?|100)%$' }), Type.Number({ exclusiveMinimum: 0, maximum: MAX_TOKENS })],
      {
        form: 'a share from `1%` to `100%`, or an amount in what the limit is of',
        fallback: GOVERNANCE_DEFAULTS.chunk,
        description:
          'The maximum amount that one process reserves in advance, so that a call needs no query to Postgres. For each process, a limit can refuse this amount too early. A killed process is charged with it.',
      },
    ),
  ),
  when_unreachable: Type.Optional(
    literalUnion(UNREACHABLE_POLICIES, {
      form: '`fail_closed` or `fail_open`',
      fallback: GOVERNANCE_DEFAULTS.policy,
      description:
        'The decision on calls while Postgres cannot be reached and the process has no reserved amount. `fail_closed` returns 503 `enforcement_unavailable`. `fail_open` admits the calls and discloses this.',
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
      description: 'The limits. Every limit whose node matches a request applies to it.',
    }),
  ),
  unpriced_call_usd: Type.Optional(
    numberSetting(
      {
        form: USD,
        fallback: String(GOVERNANCE_DEFAULTS.unpricedCallUsd),
        description: 'The assumed cost of a call without a known price, in US dollars, for budgets.',
      },
      { exclusiveMinimum: 0, maximum: MAX_BUDGET_USD },
    ),
  ),
  assumed_output_tokens: Type.Optional(
    countSetting(
      {
        form: 'a whole number of at least 1',
        description:
          'The assumed maximum of output tokens if the request sets none. Without it, the maximum of the model, such as 128000 for gpt-5.',
      },
      1,
    ),
  ),
});
