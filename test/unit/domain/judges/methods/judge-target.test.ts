import { expect, it } from 'vitest';
import { judgeTarget } from '../../../../../domain/judges/methods/judge-target.ts';

const chat = (provider: string, endpoint: string) => ({ provider, wire: 'chat_completions', endpoint });

it.each([
  ['claude-haiku-4-5', { provider: 'anthropic', wire: 'messages', endpoint: 'https://api.anthropic.com' }],
  ['gpt-5-mini', chat('openai', 'https://api.openai.com/v1')],
  ['gemini-2.5-flash', chat('openai_compatible', 'https://generativelanguage.googleapis.com/v1beta/openai')],
  ['mistral-small', chat('openai_compatible', 'https://api.mistral.ai/v1')],
  ['deepseek-chat', chat('openai_compatible', 'https://api.deepseek.com/v1')],
  ['grok-4', chat('openai_compatible', 'https://api.x.ai/v1')],
  ['command-a', chat('openai_compatible', 'https://api.cohere.ai/compatibility/v1')],
  ['kimi-k2', chat('openai_compatible', 'https://api.moonshot.ai/v1')],
  ['glm-4.6', chat('openai_compatible', 'https://api.z.ai/api/paas/v4')],
])('%s is called at its provider', (model, target) => {
  expect(judgeTarget(model, undefined)).toEqual(target);
});

it('has no default provider for other models', () => {
  expect(['llama-4', 'nobody-knows'].map((model) => judgeTarget(model, undefined))).toEqual([undefined, undefined]);
});

it('uses the configured address and the family’s protocol', () => {
  const here = 'http://127.0.0.1:7090';
  expect(['claude-haiku-4-5', 'gpt-5', 'llama-4'].map((model) => judgeTarget(model, here))).toEqual([
    { provider: 'anthropic', wire: 'messages', endpoint: here },
    chat('openai', here),
    chat('openai_compatible', here),
  ]);
});
