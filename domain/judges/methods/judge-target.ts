import type { ModelProvider, Wire } from '../../models/model-call.ts';
import { PLAIN_ENDPOINTS } from '../../models/protocols.ts';
import { PROVIDER_ENDPOINTS } from '../../models/provider-endpoints.ts';
import { modelFamily } from '../../models/model-family.ts';

/** The way to the model of a seat. */
export interface JudgeTarget {
  readonly provider: ModelProvider;
  readonly wire: Wire;
  readonly endpoint: string;
}

/** The address of each family at its maker, unless the configuration sets another. Other families need an address. */
const MAKERS: Readonly<Record<string, string>> = {
  ...PROVIDER_ENDPOINTS,
  google: 'https://generativelanguage.googleapis.com/v1beta/openai',
  mistral: 'https://api.mistral.ai/v1',
  deepseek: 'https://api.deepseek.com/v1',
  xai: 'https://api.x.ai/v1',
  cohere: 'https://api.cohere.ai/compatibility/v1',
  moonshot: 'https://api.moonshot.ai/v1',
  zhipu: 'https://api.z.ai/api/paas/v4',
};

/**
 * The way to a model: Anthropic's Messages for its family, and Chat Completions for all others, which every server has
 * that stands in for a maker. Undefined where no address is named and the family has none of its own.
 */
export function judgeTarget(model: string, endpoint: string | undefined): JudgeTarget | undefined {
  const family = modelFamily(model);
  const address = endpoint ?? MAKERS[family];
  if (address === undefined) return undefined;
  if (family === 'anthropic') return { provider: 'anthropic', wire: PLAIN_ENDPOINTS.anthropic, endpoint: address };
  const provider = family === 'openai' ? 'openai' : 'openai_compatible';
  return { provider, wire: PLAIN_ENDPOINTS.openai, endpoint: address };
}
