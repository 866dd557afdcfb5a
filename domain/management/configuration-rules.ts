import { findCacheFaults, findCacheWarnings, type ReadCacheBlock } from '../gateway/cache/find-cache-faults.ts';
import { findGovernanceFaults } from '../gateway/governance/find-governance-faults.ts';
import type { LimitEntry } from '../gateway/governance/governance-block.ts';
import { ledgerSettings, type LedgerBlock } from '../gateway/ledger-settings.ts';
import { findProviderFaults, type ProviderEntry } from '../gateway/provider-block.ts';
import {
  findRoutingFaults,
  findRoutingWarnings,
  type ReadRoutingBlock,
} from '../gateway/routing/find-routing-faults.ts';
import type { ShadowBlock } from '../gateway/routing/shadow-settings.ts';
import type { GatewayMode } from '../gateway/routing/routing-block.ts';
import {
  findGuardrailsFaults,
  findGuardrailsWarnings,
  type ReadGuardrailsBlock,
} from '../guardrails/find-guardrails-faults.ts';
import type { DocumentFault } from '../kernel/document-fault.ts';
import { findCompositionRefusals } from '../judges/configuration/find-composition-refusals.ts';
import type { EvalsBlock } from '../judges/configuration/evals-block.ts';
import { findEvalsFaults } from '../judges/configuration/find-evals-faults.ts';
import { findEvalsWarnings } from '../judges/configuration/find-evals-warnings.ts';
import type { TimeZones } from '../schedules/time-zones.ts';
import { captureSettings, type CaptureBlock } from './capture-settings.ts';

/** The parts of the configuration file that rules read. All of them are optional. */
export interface ConfigurationBlocks {
  readonly cache?: ReadCacheBlock;
  readonly dashboard?: { readonly enabled?: boolean; readonly capture?: CaptureBlock };
  readonly evals?: EvalsBlock;
  readonly governance?: { readonly limits?: readonly (Partial<LimitEntry> | undefined)[] };
  readonly guardrails?: ReadGuardrailsBlock;
  readonly ledger?: LedgerBlock;
  readonly providers?: readonly (Partial<ProviderEntry> | undefined)[];
  readonly mode?: GatewayMode;
  readonly routing?: ReadRoutingBlock;
  readonly shadow?: ShadowBlock;
}

/** The verdict of the rules of all blocks on a file. */
export interface ConfigurationVerdict {
  readonly faults: readonly DocumentFault[];
  /** The reasons why the gateway cannot start with this file although it has no faults. */
  readonly refusals: readonly DocumentFault[];
  readonly warnings: readonly DocumentFault[];
}

/**
 * The result of checking a file by the rules of all blocks, except for the form of its settings.
 * @param zones the zones of the time-zone database
 */
export function checkConfiguration(
  {
    cache = {},
    dashboard,
    evals = {},
    governance,
    guardrails = {},
    ledger,
    mode,
    providers = [],
    routing = {},
    shadow,
  }: ConfigurationBlocks,
  zones: Pick<TimeZones, 'has' | 'nearest'>,
): ConfigurationVerdict {
  const tiers = (routing.tiers ?? []).filter((tier) => tier !== undefined);
  const { hasDimensions } = ledgerSettings(ledger);
  const capture = captureSettings(dashboard?.capture);
  return {
    faults: [
      ...findEvalsFaults(evals, { dashboard: isDashboardEnabled(dashboard), tiers }),
      ...findGovernanceFaults(governance?.limits ?? [], { hasDimensions, zones }),
      ...findGuardrailsFaults(guardrails),
      ...findProviderFaults(providers),
      ...findCacheFaults(cache, providers),
      ...findRoutingFaults(routing, { mode, providers, hasDimensions }),
    ],
    refusals: findCompositionRefusals(evals),
    warnings: [
      ...findEvalsWarnings(evals, capture.request && capture.response),
      ...findCacheWarnings(cache),
      ...findGuardrailsWarnings(guardrails),
      ...findRoutingWarnings(routing, { mode, providers, hasShadow: shadow !== undefined }),
    ],
  };
}

/** True if the management plane may be served. */
export function isDashboardEnabled(dashboard: ConfigurationBlocks['dashboard']): boolean {
  return dashboard?.enabled ?? true;
}
