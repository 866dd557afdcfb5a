import type { ModelProvider, Wire } from '../../models/model-call.ts';
import { PLAIN_ENDPOINTS } from '../../models/protocols.ts';
import { PROVIDER_ENDPOINTS } from '../../models/provider-endpoints.ts';
import { modelFamily } from '../../models/model-family.ts';

/** The provider, protocol and address for the model of a panel member. */
export interface JudgeTarget {
  readonly provider: ModelProvider;
  readonly wire: Wire;
  readonly endpoint: string;
}

/** The default address of each model family, at its vendor. Other families need a configured address. */
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
 * The target of a model: Anthropic Messages for the family of Anthropic, otherwise Chat Completions, which every
 * compatible server offers. Undefined if no address is configured and the family has no default.
 */
export function judgeTarget(model: string, endpoint: string | undefined): JudgeTarget | undefined {
  const family = modelFamily(model);
  const address = endpoint ?? MAKERS[family];
  if (address === undefined) return undefined;
  if (family === 'anthropic') return { provider: 'anthropic', wire: PLAIN_ENDPOINTS.anthropic, endpoint: address };
  const provider = family === 'openai' ? 'openai' : 'openai_compatible';
  return { provider, wire: PLAIN_ENDPOINTS.openai, endpoint: address };
}
