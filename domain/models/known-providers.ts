/** A provider of models, whichever name a sender gives it. */
export interface KnownProvider {
  /**
   * The name in facts: the provider's name in OpenTelemetry's registry of `gen_ai.provider.name`, or that of the price
   * table if the registry has none.
   */
  readonly name: string;
  /** The name in the table of prices; undefined if the table has no prices of it. */
  readonly priced: string | undefined;
}

/**
 * The providers by their names in facts: the name in the table of prices, and all other names that senders use, without
 * case and signs.
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

/**
 * The suffix that clients add to a provider for the interface that they call: `openai.responses`, `google.vertex.chat`.
 */
const INTERFACE =
  /\.(chat|chatcompletions?|responses?|messages?|completions?|(text)?embeddings?|languagemodel|text|image|speech|transcription|generatecontent|converse)$/;

/** A name that is longer is none of a provider that is known. */
const MAX_NAME_LENGTH = 64;

/**
 * The provider that a sender names, in any case and with the interface that was called; undefined for one that nobody
 * knows.
 */
export function knownProvider(spelling: string): KnownProvider | undefined {
  if (spelling.length > MAX_NAME_LENGTH) return undefined;
  const words = spelling.toLowerCase().replaceAll(/[^a-z0-9.]/g, '');
  return BY_NAME.get(plain(words)) ?? BY_NAME.get(plain(words.replace(INTERFACE, '')));
}

/** The name of a provider in facts: its one name if it is known, else the sender's. */
export function providerNamed(spelling: string): string {
  return knownProvider(spelling)?.name ?? spelling;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
