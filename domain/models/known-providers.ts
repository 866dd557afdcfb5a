/** A provider of models, independent of the name that a sender uses. */
export interface KnownProvider {
  /**
   * The name in facts: the name of OpenTelemetry's registry for `gen_ai.provider.name`, or else the name in the price
   * table.
   */
  readonly name: string;
  /** The name in the price table; undefined if the table has no prices of the provider. */
  readonly priced: string | undefined;
}

/**
 * The providers by their name in facts: the name in the price table, then all other names that senders use, in lower
 * case without punctuation.
 */
const PROVIDERS: Readonly<Record<string, readonly [priced: string | undefined, ...others: readonly string[]]>> = {
  openai: ['openai', 'textcompletionopenai'],
  anthropic: ['anthropic', 'anthropictext', 'claude'],
  'aws.bedrock': ['aws', 'aws', 'bedrock', 'amazonbedrock', 'bedrockconverse', 'bedrockruntime', 'bedrockanthropic'],
  'azure.ai.openai': ['azure', 'azaiopenai', 'azure', 'azureopenai', 'azureopenairesponses', 'azuretext'],
  'azure.ai.inference': ['azure', 'azaiinference', 'azureai', 'azureaifoundry', 'azurefoundry', 'azureinference'],
  'gcp.vertex_ai': [
    'google',
    ...['vertex', 'vertexai', 'vertexaibeta', 'googlevertex', 'googlevertexai', 'gcpvertex'],
    ...['vertexanthropic', 'googlevertexanthropic', 'vertexaianthropic'],
  ],
  'gcp.gemini': [
    'google',
    'gemini',
    'googlegenerativeai',
    'generativeai',
    'googlegla',
    'googlegemini',
    'googleaistudio',
  ],
  'gcp.gen_ai': ['google', 'google', 'googlegenai', 'genai', 'googleai'],
  mistral_ai: ['mistral', 'mistral', 'codestral'],
  x_ai: ['x-ai', 'grok'],
  cohere: ['cohere', 'coherechat', 'cohereai'],
  deepseek: ['deepseek', 'deepseekai'],
  groq: ['groq', 'groqcloud'],
  perplexity: ['perplexity', 'perplexityai'],
  moonshotai: ['moonshotai', 'moonshot'],
  together: ['together', 'togetherai'],
  fireworks: ['fireworks', 'fireworksai'],
  openrouter: ['openrouter', 'openrouterai'],
  cerebras: ['cerebras', 'cerebrasai'],
  novita: ['novita', 'novitaai'],
  avian: ['avian', 'avianio'],
  baseten: ['baseten'],
  cloudflare: ['cloudflare', 'cloudflareworkersai', 'workersai'],
  'github-copilot': ['github-copilot', 'copilot'],
  minimax: ['minimax', 'minimaxai'],
  modal: ['modal'],
  voyageai: ['voyageai', 'voyage'],
  zai: ['zai'],
  zhipuai: ['zhipuai', 'zhipu'],
  ovhcloud: ['ovhcloud', 'ovhcloudai', 'ovhai'],
  'ibm.watsonx.ai': [undefined, 'watsonx', 'ibm', 'ibmwatsonx', 'ibmwatsonxai'],
};

const BY_NAME: ReadonlyMap<string, KnownProvider> = new Map(
  Object.entries(PROVIDERS).flatMap(([name, [priced, ...others]]) =>
    [name, ...others].map((spelling) => [plain(spelling), { name, priced }] as const),
  ),
);

/** The suffix by which clients name the called interface of a provider: `openai.responses`, `google.vertex.chat`. */
const INTERFACE =
  /\.(chat|chatcompletions?|responses?|messages?|completions?|(text)?embeddings?|languagemodel|text|image|speech|transcription|generatecontent|converse)$/;

/** The maximum length of a known provider's name. */
const MAX_NAME_LENGTH = 64;

/**
 * The provider with a name as a sender writes it, in any case and with or without the suffix of an interface; undefined
 * if it is unknown.
 */
export function findKnownProvider(spelling: string): KnownProvider | undefined {
  if (spelling.length > MAX_NAME_LENGTH) return undefined;
  const words = spelling.toLowerCase().replaceAll(/[^a-z0-9.]/g, '');
  return BY_NAME.get(plain(words)) ?? BY_NAME.get(plain(words.replace(INTERFACE, '')));
}

/** The name of a provider in facts: its canonical name if it is known, otherwise the name of the sender. */
export function canonicalProviderName(spelling: string): string {
  return findKnownProvider(spelling)?.name ?? spelling;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
