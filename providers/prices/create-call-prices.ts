import { findProvider } from '@pydantic/genai-prices';
import type { CallPrices } from '../../domain/gateway/call-prices.ts';
import type { PriceTable } from './price-table.ts';

/** Providers that the GenAI conventions of OpenTelemetry call by another name than the table, the older names as well. */
const CONVENTIONAL: Readonly<Record<string, string>> = {
  'aws.bedrock': 'aws',
  'azure.ai.inference': 'azure',
  'az.ai.inference': 'azure',
  'azure.ai.openai': 'azure',
  'az.ai.openai': 'azure',
  'gcp.gemini': 'google',
  'gcp.gen_ai': 'google',
  'gcp.vertex_ai': 'google',
  gemini: 'google',
  vertex_ai: 'google',
  mistral_ai: 'mistral',
  x_ai: 'x-ai',
  xai: 'x-ai',
};

/** The table of prices for calls of others. A provider is one that is named exactly: what only resembles one has other prices. */
export function createCallPrices(table: Pick<PriceTable, 'price'>): CallPrices {
  return {
    priceOf({ provider, model, tokens, at }) {
      const units = tokens && {
        input_tokens: tokens.input,
        output_tokens: tokens.output,
        ...(tokens.cacheRead !== undefined && { cache_read_tokens: tokens.cacheRead }),
        ...(tokens.cacheWrite !== undefined && { cache_write_tokens: tokens.cacheWrite }),
      };
      return table.price({ priceProvider: priceProviderNamed(provider), model, units, at });
    },
  };
}

function priceProviderNamed(provider: string): string | undefined {
  const id = CONVENTIONAL[provider] ?? provider;
  return findProvider({ providerId: id })?.id === id ? id : undefined;
}
