import { near, prefixed, type SecretRule } from './secret-rule.ts';

/** Keys of model providers and of tools for models. */
export const MODEL_PROVIDER_RULES: readonly SecretRule[] = [
  prefixed('anthropic-api-key', 'API key of Anthropic', 'sk-ant-api03-', String.raw`[\w-]{93}AA`),
  prefixed('anthropic-admin-key', 'admin key of Anthropic', 'sk-ant-admin01-', String.raw`[\w-]{93}AA`),
  prefixed(
    'openai-project-key',
    'project, service or admin key of OpenAI',
    ['sk-proj-', 'sk-svcacct-', 'sk-admin-'],
    String.raw`[\w-]{20,100}T3BlbkFJ[\w-]{20,100}`,
    { longest: 225 },
  ),
  prefixed('openai-user-key', 'user key of OpenAI', 'sk-', '[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}'),
  prefixed('hugging-face-token', 'access token of Hugging Face', 'hf_', '[A-Za-z]{34}'),
  prefixed('hugging-face-organization-token', 'organization token of Hugging Face', 'api_org_', '[A-Za-z]{34}'),
  prefixed('replicate-token', 'API token of Replicate', 'r8_', '[A-Za-z0-9]{37}'),
  prefixed('groq-api-key', 'API key of Groq', 'gsk_', '[A-Za-z0-9]{52}'),
  prefixed('xai-api-key', 'API key of xAI', 'xai-', '[A-Za-z0-9]{80}'),
  prefixed('perplexity-api-key', 'API key of Perplexity', 'pplx-', '[A-Za-z0-9]{48}'),
  prefixed('openrouter-api-key', 'API key of OpenRouter', 'sk-or-v1-', '[0-9a-f]{64}'),
  prefixed('langfuse-secret-key', 'secret key of Langfuse', 'sk-lf-', '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'),
  prefixed('langsmith-api-key', 'API key of LangSmith', ['lsv2_pt_', 'lsv2_sk_'], '[0-9a-f]{32}_[0-9a-f]{10}'),
  prefixed('pinecone-api-key', 'API key of Pinecone', 'pcsk_', '[A-Za-z0-9]{5,6}_[A-Za-z0-9]{63}'),
  prefixed('elevenlabs-api-key', 'API key of ElevenLabs', 'sk_', '[0-9a-f]{48}'),
  prefixed('nvidia-api-key', 'API key of NVIDIA', 'nvapi-', String.raw`[\w-]{64}`),
  near('cohere-api-key', 'API key of Cohere', 'cohere', '[A-Za-z0-9]{40}', { leastEntropy: 4 }),
  near('mistral-api-key', 'API key of Mistral', 'mistral', '[A-Za-z0-9]{32}', { leastEntropy: 4 }),
  near('deepseek-api-key', 'API key of DeepSeek', 'deepseek', 'sk-[0-9a-f]{32}'),
  near('wandb-api-key', 'API key of Weights & Biases', ['wandb_api_key', 'wandb login'], '[0-9a-f]{40}'),
];
