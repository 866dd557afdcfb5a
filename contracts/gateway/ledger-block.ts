import { Type } from 'typebox';
import { UNREACHABLE_POLICIES } from '../../domain/gateway/governance/governance-block.ts';
import { LEDGER_DEFAULTS } from '../../domain/gateway/ledger-settings.ts';
import { blockSetting, flagSetting } from '../wire/configuration-leaf.ts';
import { literalUnion } from '../wire/literal-union.ts';

/** The block `ledger` of the configuration file: the data that the gateway records about requests. */
export const LedgerBlockSchema = blockSetting({
  dimensions: Type.Optional(
    blockSetting({
      enabled: Type.Optional(flagSetting('Records `x-tt-user`, `x-tt-tenant`, `x-tt-feature` and tags.')),
      max_tags: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 64,
          form: 'a whole number from 0 to 64',
          fallback: String(LEDGER_DEFAULTS.maxTags),
          description:
            'The maximum number of recorded tags of a request, in the order of their names. Further tags are only counted.',
        }),
      ),
    }),
  ),
  when_unavailable: Type.Optional(
    literalUnion(UNREACHABLE_POLICIES, {
      form: '`fail_closed` or `fail_open`',
      fallback: LEDGER_DEFAULTS.policy,
      description:
        'The decision on calls while their rows cannot be stored. `fail_closed` returns 503 `log_unavailable`. `fail_open` serves them without a row, and counts them.',
    }),
  ),
});
