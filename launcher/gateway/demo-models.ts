/** The models of the demo's provider, by the provider whose prices they use. The price table has a price for each. */
export const DEMO_MODELS = {
  anthropic: [
    'claude-haiku-4-5',
    'claude-haiku-4-5-20251001',
    'claude-sonnet-4-5',
    'claude-sonnet-4-6',
    'claude-sonnet-5',
    'claude-opus-4-5',
    'claude-opus-5',
  ],
  openai: ['gpt-5-mini', 'gpt-5', 'gpt-5-nano', 'gpt-4.1', 'gpt-4.1-mini', 'gpt-4o', 'gpt-4o-mini', 'o4-mini'],
  google: ['gemini-2.5-flash', 'gemini-2.5-flash-lite', 'gemini-2.5-pro'],
} as const;

/** The answer of each model to every prompt. */
export const DEMO_ANSWER =
  'This is the demo provider of Truetally, and not a model: every prompt gets this answer. The call was counted and priced as if the model had answered, but it costs nothing. To call real models, name their providers in tokentriage.yaml (docs/gateway.md).';
