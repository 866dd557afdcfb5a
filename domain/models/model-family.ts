/** The families of models, by words in their names. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  anthropic: ['anthropic', 'claude'],
  openai: ['openai', 'gpt', 'chatgpt', 'davinci', 'codex'],
  google: ['google', 'gemini', 'gemma', 'palm'],
  mistral: ['mistral', 'mistralai', 'mixtral', 'ministral', 'codestral', 'magistral', 'devstral', 'pixtral'],
  deepseek: ['deepseek'],
  qwen: ['qwen', 'qwq'],
  meta: ['meta', 'llama'],
  cohere: ['cohere', 'command', 'aya'],
  xai: ['xai', 'grok'],
  amazon: ['amazon', 'nova', 'titan'],
  microsoft: ['microsoft', 'phi'],
  moonshot: ['moonshot', 'moonshotai', 'kimi'],
  zhipu: ['zhipu', 'zai', 'glm', 'chatglm'],
  ai21: ['jamba', 'jurassic'],
};

/** The names of OpenAI's o-series, which contain none of these words. */
const O_SERIES = /(^|[^a-z0-9])o\d/;

/**
 * The family of a model by its name, which may begin with its provider: `openai/gpt-5`, `us.anthropic.claude-sonnet-5`.
 * For an unknown name, the first word is the family, because models of a vendor usually share it.
 */
export function modelFamily(model: string): string {
  const name = model.toLowerCase();
  const words = name.split(/[^a-z]+/);
  for (const word of words) {
    const [known] = Object.entries(FAMILIES).find(([_family, names]) => names.includes(word)) ?? [];
    if (known !== undefined) return known;
  }
  if (O_SERIES.test(name)) return 'openai';
  const own = name.slice(name.lastIndexOf('/') + 1);
  return /^[a-z]+/.exec(own)?.[0] ?? own;
}
