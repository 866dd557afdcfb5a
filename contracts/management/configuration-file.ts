import { Type, type Static } from 'typebox';
import { CacheBlockSchema } from '../gateway/cache-block.ts';
import { GovernanceBlockSchema } from '../gateway/governance-block.ts';
import { LedgerBlockSchema } from '../gateway/ledger-block.ts';
import { ProvidersBlockSchema } from '../gateway/providers-block.ts';
import { RoutingBlockSchema } from '../gateway/routing-block.ts';
import { EvalsBlockSchema } from '../judges/configuration/evals-block.ts';
import { blockSetting } from '../wire/configuration-leaf.ts';
import { DashboardBlockSchema } from './dashboard-block.ts';

/** The configuration file: a block of each context. What is not set is absent; defaults belong to those who read a block. */
export const ConfigurationFileSchema = blockSetting({
  cache: Type.Optional(CacheBlockSchema),
  dashboard: Type.Optional(DashboardBlockSchema),
  evals: Type.Optional(EvalsBlockSchema),
  governance: Type.Optional(GovernanceBlockSchema),
  ledger: Type.Optional(LedgerBlockSchema),
  providers: Type.Optional(ProvidersBlockSchema),
  routing: Type.Optional(RoutingBlockSchema),
});

export type ConfigurationFile = Static<typeof ConfigurationFileSchema>;
