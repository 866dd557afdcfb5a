import { Type, type Static } from 'typebox';
import { GATEWAY_MODES } from '../../domain/gateway/routing/routing-block.ts';
import { CacheBlockSchema } from '../gateway/cache-block.ts';
import { GovernanceBlockSchema } from '../gateway/governance-block.ts';
import { LedgerBlockSchema } from '../gateway/ledger-block.ts';
import { ProvidersBlockSchema } from '../gateway/providers-block.ts';
import { RoutingBlockSchema } from '../gateway/routing-block.ts';
import { ShadowBlockSchema } from '../gateway/shadow-block.ts';
import { GuardrailsBlockSchema } from '../guardrails/guardrails-block.ts';
import { EvalsBlockSchema } from '../judges/configuration/evals-block.ts';
import { blockSetting } from '../wire/configuration-leaf.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { DashboardBlockSchema } from './dashboard-block.ts';

/**
 * The configuration file, with a block for each context. Settings that are not set are absent; the reader of a block
 * applies the defaults.
 */
export const ConfigurationFileSchema = blockSetting({
  cache: Type.Optional(CacheBlockSchema),
  dashboard: Type.Optional(DashboardBlockSchema),
  evals: Type.Optional(EvalsBlockSchema),
  governance: Type.Optional(GovernanceBlockSchema),
  guardrails: Type.Optional(GuardrailsBlockSchema),
  ledger: Type.Optional(LedgerBlockSchema),
  mode: Type.Optional(
    literalUnion(GATEWAY_MODES, {
      form: '`ledger`, `shadow` or `route`',
      fallback: 'ledger',
      description:
        'The use of tiers. `ledger` only records calls. `shadow` also records the tier that would have answered. `route` lets that tier answer.',
    }),
  ),
  providers: Type.Optional(ProvidersBlockSchema),
  routing: Type.Optional(RoutingBlockSchema),
  shadow: Type.Optional(ShadowBlockSchema),
});

export type ConfigurationFile = Static<typeof ConfigurationFileSchema>;
