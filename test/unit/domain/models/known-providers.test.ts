import { describe, expect, it } from 'vitest';
import { findKnownProvider, canonicalProviderName } from '../../../../domain/models/known-providers.ts';

/**
 * The names of providers in OpenTelemetry's registry, AI SDK, LiteLLM, OpenLLMetry, OpenInference, LangChain and
 * pydantic-ai.
 */
const KNOWN: Readonly<Record<string, readonly [name: string, priced: string | undefined]>> = {
  openai: ['openai', 'openai'],
  OpenAI: ['openai', 'openai'],
  'openai.chat': ['openai', 'openai'],
  'openai.responses': ['openai', 'openai'],
  'openai.completion': ['openai', 'openai'],
  'openai.embedding': ['openai', 'openai'],
  'text-completion-openai': ['openai', 'openai'],
  anthropic: ['anthropic', 'anthropic'],
  Anthropic: ['anthropic', 'anthropic'],
  'anthropic.messages': ['anthropic', 'anthropic'],
  'aws.bedrock': ['aws.bedrock', 'aws'],
  AWS: ['aws.bedrock', 'aws'],
  bedrock: ['aws.bedrock', 'aws'],
  bedrock_converse: ['aws.bedrock', 'aws'],
  'amazon-bedrock': ['aws.bedrock', 'aws'],
  'bedrock.anthropic.messages': ['aws.bedrock', 'aws'],
  azure: ['azure.ai.openai', 'azure'],
  Azure: ['azure.ai.openai', 'azure'],
  'az.ai.openai': ['azure.ai.openai', 'azure'],
  'azure.ai.openai': ['azure.ai.openai', 'azure'],
  'azure-openai.chat': ['azure.ai.openai', 'azure'],
  'azure.responses': ['azure.ai.openai', 'azure'],
  azure_openai: ['azure.ai.openai', 'azure'],
  'az.ai.inference': ['azure.ai.inference', 'azure'],
  azure_ai: ['azure.ai.inference', 'azure'],
  'gcp.vertex_ai': ['gcp.vertex_ai', 'google'],
  vertex_ai: ['gcp.vertex_ai', 'google'],
  vertexai: ['gcp.vertex_ai', 'google'],
  VertexAI: ['gcp.vertex_ai', 'google'],
  'google.vertex': ['gcp.vertex_ai', 'google'],
  'google.vertex.chat': ['gcp.vertex_ai', 'google'],
  'google-vertex': ['gcp.vertex_ai', 'google'],
  'vertex.anthropic.messages': ['gcp.vertex_ai', 'google'],
  'gcp.gemini': ['gcp.gemini', 'google'],
  gemini: ['gcp.gemini', 'google'],
  'google.generative-ai': ['gcp.gemini', 'google'],
  'google-gla': ['gcp.gemini', 'google'],
  google: ['gcp.gen_ai', 'google'],
  Google: ['gcp.gen_ai', 'google'],
  google_genai: ['gcp.gen_ai', 'google'],
  'gcp.gen_ai': ['gcp.gen_ai', 'google'],
  mistral_ai: ['mistral_ai', 'mistral'],
  mistral: ['mistral_ai', 'mistral'],
  mistralai: ['mistral_ai', 'mistral'],
  MistralAI: ['mistral_ai', 'mistral'],
  'mistral.chat': ['mistral_ai', 'mistral'],
  x_ai: ['x_ai', 'x-ai'],
  xai: ['x_ai', 'x-ai'],
  'xai.chat': ['x_ai', 'x-ai'],
  'x-ai': ['x_ai', 'x-ai'],
  cohere_chat: ['cohere', 'cohere'],
  Cohere: ['cohere', 'cohere'],
  'cohere.textEmbedding': ['cohere', 'cohere'],
  'deepseek.chat': ['deepseek', 'deepseek'],
  'groq.chat': ['groq', 'groq'],
  Groq: ['groq', 'groq'],
  perplexity: ['perplexity', 'perplexity'],
  moonshotai: ['moonshotai', 'moonshotai'],
  moonshot: ['moonshotai', 'moonshotai'],
  'moonshotai.chat': ['moonshotai', 'moonshotai'],
  together_ai: ['together', 'together'],
  'togetherai.chat': ['together', 'together'],
  TogetherAI: ['together', 'together'],
  fireworks_ai: ['fireworks', 'fireworks'],
  'fireworks.chat': ['fireworks', 'fireworks'],
  openrouter: ['openrouter', 'openrouter'],
  cerebras: ['cerebras', 'cerebras'],
  voyage: ['voyageai', 'voyageai'],
  'ibm.watsonx.ai': ['ibm.watsonx.ai', undefined],
  watsonx: ['ibm.watsonx.ai', undefined],
};

describe('a known provider', () => {
  it.each(Object.entries(KNOWN))('has the name %s', (spelling, [name, priced]) => {
    expect(findKnownProvider(spelling)).toEqual({ name, priced });
  });
});

describe('an unknown provider', () => {
  it.each(['openai-compatible', 'Langchain', 'my.openai.proxy', 'constructor', 'chat', '', 'x'.repeat(100_000)])(
    'keeps the name of its sender: %#',
    (spelling) => {
      expect([findKnownProvider(spelling), canonicalProviderName(spelling)]).toEqual([undefined, spelling]);
    },
  );
});
