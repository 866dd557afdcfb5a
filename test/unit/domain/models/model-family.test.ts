import { expect, it } from 'vitest';
import { modelFamily } from '../../../../domain/models/model-family.ts';

it.each([
  ['claude-sonnet-5', 'anthropic'],
  ['us.anthropic.claude-opus-4-1-20250805-v1:0', 'anthropic'],
  ['gpt-5-mini', 'openai'],
  ['openai/gpt-oss-120b', 'openai'],
  ['o3', 'openai'],
  ['azure/o4-mini', 'openai'],
  ['models/gemini-3-pro', 'google'],
  ['Meta-Llama-3.1-70B-Instruct', 'meta'],
  ['nvidia/llama-3.1-nemotron-70b', 'meta'],
  ['open-mixtral-8x22b', 'mistral'],
  ['deepseek-r1-distill-llama-70b', 'deepseek'],
  ['qwen3-max', 'qwen'],
  ['qwq-32b', 'qwen'],
  ['command-r-plus', 'cohere'],
  ['grok-4', 'xai'],
  ['amazon.nova-pro-v1:0', 'amazon'],
  ['phi-4', 'microsoft'],
  ['kimi-k2', 'moonshot'],
  ['glm-4.6', 'zhipu'],
  ['jamba-1.5-large', 'ai21'],
  ['acme/4x-solaris', '4x-solaris'],
  ['acme/solaris-2', 'solaris'],
  ['acme/4077', '4077'],
])('%s has the family %s', (model, family) => {
  expect(modelFamily(model)).toBe(family);
});
