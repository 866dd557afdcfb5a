/** The addresses of the vendors that have a protocol family of their own. */
export const PROVIDER_ENDPOINTS = {
  anthropic: 'https://api.anthropic.com',
  openai: 'https://api.openai.com/v1',
  google: 'https://generativelanguage.googleapis.com',
} as const;
