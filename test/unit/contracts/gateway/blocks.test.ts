import type { Static } from 'typebox';
import { expectTypeOf, it } from 'vitest';
import type { CacheBlockSchema } from '../../../../contracts/gateway/cache-block.ts';
import type { GovernanceBlockSchema } from '../../../../contracts/gateway/governance-block.ts';
import type { LedgerBlockSchema } from '../../../../contracts/gateway/ledger-block.ts';
import type { ProvidersBlockSchema } from '../../../../contracts/gateway/providers-block.ts';
import type { RoutingBlockSchema } from '../../../../contracts/gateway/routing-block.ts';
import type { ShadowBlockSchema } from '../../../../contracts/gateway/shadow-block.ts';
import type { GuardrailsBlockSchema } from '../../../../contracts/guardrails/guardrails-block.ts';
import type { EvalsBlockSchema } from '../../../../contracts/judges/configuration/evals-block.ts';
import type { CacheBlock } from '../../../../domain/gateway/cache/cache-block.ts';
import type { GovernanceBlock } from '../../../../domain/gateway/governance/governance-block.ts';
import type { LedgerBlock } from '../../../../domain/gateway/ledger-settings.ts';
import type { ProviderEntry } from '../../../../domain/gateway/provider-block.ts';
import type { RoutingBlock } from '../../../../domain/gateway/routing/routing-block.ts';
import type { ShadowBlock } from '../../../../domain/gateway/routing/shadow-settings.ts';
import type { GuardrailsBlock } from '../../../../domain/guardrails/guardrails-block.ts';
import type { EvalsBlock } from '../../../../domain/judges/configuration/evals-block.ts';

/** The names of the members of a type at every depth. A type that is not an object or list is a leaf. */
type Members<Type> = Type extends undefined
  ? undefined
  : Type extends readonly (infer Item)[]
    ? readonly Members<Item>[]
    : Type extends object
      ? { readonly [Name in keyof Type]: Members<Type[Name]> }
      : 'leaf';

// A block is declared as a schema, by which files are read, and as an interface, which its rules use.
it('a block has the members of its schema, and accepts every file that the schema accepts', () => {
  expectTypeOf<Members<CacheBlock>>().toEqualTypeOf<Members<Static<typeof CacheBlockSchema>>>();
  expectTypeOf<Members<GovernanceBlock>>().toEqualTypeOf<Members<Static<typeof GovernanceBlockSchema>>>();
  expectTypeOf<Members<GuardrailsBlock>>().toEqualTypeOf<Members<Static<typeof GuardrailsBlockSchema>>>();
  expectTypeOf<Members<LedgerBlock>>().toEqualTypeOf<Members<Static<typeof LedgerBlockSchema>>>();
  expectTypeOf<Members<RoutingBlock>>().toEqualTypeOf<Members<Static<typeof RoutingBlockSchema>>>();
  expectTypeOf<Members<ShadowBlock>>().toEqualTypeOf<Members<Static<typeof ShadowBlockSchema>>>();
  expectTypeOf<Static<typeof CacheBlockSchema>>().toExtend<CacheBlock>();
  expectTypeOf<Static<typeof EvalsBlockSchema>>().toExtend<EvalsBlock>();
  expectTypeOf<Static<typeof GovernanceBlockSchema>>().toExtend<GovernanceBlock>();
  expectTypeOf<Static<typeof GuardrailsBlockSchema>>().toExtend<GuardrailsBlock>();
  expectTypeOf<Static<typeof LedgerBlockSchema>>().toExtend<LedgerBlock>();
  expectTypeOf<Static<typeof ProvidersBlockSchema>>().toExtend<readonly ProviderEntry[]>();
  expectTypeOf<Static<typeof RoutingBlockSchema>>().toExtend<RoutingBlock>();
  expectTypeOf<Static<typeof ShadowBlockSchema>>().toExtend<ShadowBlock>();
});
