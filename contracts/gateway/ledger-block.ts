import { Type } from 'typebox';
import { UNREACHABLE_POLICIES } from '../../domain/gateway/governance/governance-block.ts';
import { LEDGER_DEFAULTS } from '../../domain/gateway/ledger-settings.ts';
import { blockSetting, flagSetting } from '../wire/configuration-leaf.ts';
import { literalUnion } from '../wire/literal-union.ts';

/** The block `ledger` of the configuration file: what is noted of requests of the gateway. */
export const LedgerBlockSchema = blockSetting({
  dimensions: Type.Optional(
    blockSetting({
      enabled: Type.Optional(flagSetting('Whether `x-tt-user`, `x-tt-tenant`, `x-tt-feature` and tags are noted.')),
      max_tags: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 64,
          form: 'a whole number from 0 to 64',
          fallback: String(LEDGER_DEFAULTS.maxTags),
          description: 'How many tags of a request are noted, in the order of their names; the others are counted.',
        }),
      ),
    }),
  ),
  when_unavailable: Type.Optional(
    literalUnion(UNREACHABLE_POLICIES, {
      form: '`fail_closed` or `fail_open`',
      fallback: LEDGER_DEFAULTS.policy,
      description:
        'What becomes of calls while their rows cannot be kept: 503 `log_unavailable`, or served without a row, which is counted.',
    }),
  ),
});
