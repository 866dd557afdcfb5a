/**
 * The meaning of a member of a usage:
 * - `info`: no charge, such as a duration
 * - `total`: all tokens of the call
 * - `missed`: the uncached input
 * - `tool`: use of a provider's tool without a rate in any table
 * - `parts`: the iterations of a message
 * - `own_key`: true if the caller's own key paid the provider behind this one
 * - an amount: the cost of the call, or the charge of the provider behind it to the caller's own key, in multiples of
 *   USD
 * - a unit: another name of it, in addition to those that the package reads
 * - a dimension of the service level
 */
export type UsageMember =
  | 'info'
  | 'total'
  | 'missed'
  | 'tool'
  | 'parts'
  | 'own_key'
  | { readonly unit: string }
  | { readonly dimension: string }
  | { readonly usd: number; readonly of: 'call' | 'behind' };

export type UsageMembers = ReadonlyMap<string, UsageMember | UsageMembers>;

interface MemberTree {
  readonly [name: string]: UsageMember | MemberTree;
}

const CACHE_READ = { unit: 'cache_read_tokens' } as const;
const CACHE_WRITE = { unit: 'cache_write_tokens' } as const;

const SENT: MemberTree = {
  cached_tokens: CACHE_READ,
  cache_write_tokens: CACHE_WRITE,
  cache_creation_tokens: CACHE_WRITE,
  text_tokens: 'info',
  audio_tokens: { unit: 'input_audio_tokens' },
  image_tokens: { unit: 'input_image_tokens' },
  video_tokens: { unit: 'input_video_tokens' },
  cached_tokens_details: {
    text_tokens: 'info',
    audio_tokens: { unit: 'cache_audio_read_tokens' },
    image_tokens: { unit: 'cache_image_read_tokens' },
    video_tokens: { unit: 'cache_video_read_tokens' },
  },
};

const WRITTEN: MemberTree = {
  reasoning_tokens: { unit: 'output_reasoning_tokens' },
  thinking_tokens: { unit: 'output_reasoning_tokens' },
  text_tokens: 'info',
  audio_tokens: { unit: 'output_audio_tokens' },
  image_tokens: { unit: 'output_image_tokens' },
  video_tokens: { unit: 'output_video_tokens' },
  // Both are part of the output tokens.
  accepted_prediction_tokens: 'info',
  rejected_prediction_tokens: 'info',
};

/** The members that any provider may state, by every known name. */
const COMMON: MemberTree = {
  // Some servers state it under the names of two wires.
  prompt_tokens: { unit: 'input_tokens' },
  input_tokens: { unit: 'input_tokens' },
  completion_tokens: { unit: 'output_tokens' },
  output_tokens: { unit: 'output_tokens' },
  total_tokens: 'total',
  totalTokens: 'total',
  totalTokenCount: 'total',
  prompt_tokens_details: SENT,
  input_tokens_details: SENT,
  completion_tokens_details: WRITTEN,
  output_tokens_details: WRITTEN,
  reasoning_tokens: { unit: 'output_reasoning_tokens' },
  // DeepSeek; Moonshot AI, Together and others; Mistral.
  prompt_cache_hit_tokens: CACHE_READ,
  prompt_cache_miss_tokens: 'missed',
  cached_tokens: CACHE_READ,
  num_cached_tokens: CACHE_READ,
  cache_creation: {
    ephemeral_5m_input_tokens: { unit: 'cache_write_5m_tokens' },
    ephemeral_1h_input_tokens: { unit: 'cache_write_1h_tokens' },
  },
  server_tool_use: {
    web_search_requests: { unit: 'web_searches' },
    // A fetch only costs the tokens that it reads.
    web_fetch_requests: 'info',
    tool_search_requests: 'info',
    code_execution_requests: 'tool',
  },
  server_tool_use_details: 'tool',
  serverToolUsage: 'tool',
  server_side_tool_usage_details: 'tool',
  num_server_side_tools_used: 'tool',
  num_sources_used: 'tool',
  num_search_queries: 'tool',
  connectors: 'tool',
  connector_tokens: 'tool',
  iterations: 'parts',
  service_tier: { dimension: 'service_tier' },
  serviceTier: { dimension: 'service_tier' },
  trafficType: { dimension: 'service_tier' },
  speed: { dimension: 'speed' },
  inference_geo: { dimension: 'inference_geo' },
  // DeepInfra.
  estimated_cost: { usd: 1, of: 'call' },
  search_context_size: { dimension: 'search_context_size' },
  // Groq; the gateway of Pydantic.
  queue_time: 'info',
  prompt_time: 'info',
  completion_time: 'info',
  total_time: 'info',
  pydantic_ai_gateway: 'info',
};

/** The members that a single provider of the price table uses, or uses with another meaning. */
const OWN: Readonly<Record<string, MemberTree>> = {
  aws: { cacheReadInputTokenCount: CACHE_READ, cacheWriteInputTokenCount: CACHE_WRITE },
  google: { promptTokenDetails: 'info' },
  openrouter: {
    cost: { usd: 1, of: 'call' },
    cost_details: {
      upstream_inference_cost: { usd: 1, of: 'behind' },
      upstream_inference_prompt_cost: 'info',
      upstream_inference_completions_cost: 'info',
      upstream_inference_input_cost: 'info',
      upstream_inference_output_cost: 'info',
    },
    is_byok: 'own_key',
  },
  perplexity: {
    cost: {
      total_cost: { usd: 1, of: 'call' },
      input_tokens_cost: 'info',
      output_tokens_cost: 'info',
      reasoning_tokens_cost: 'info',
      citation_tokens_cost: 'info',
      search_queries_cost: 'info',
      request_cost: 'info',
    },
  },
  // xAI charges picture tokens like text tokens.
  'x-ai': {
    cost_in_usd_ticks: { usd: 1e-10, of: 'call' },
    prompt_tokens_details: { ...SENT, image_tokens: 'info' },
    input_tokens_details: { ...SENT, image_tokens: 'info' },
  },
};

/**
 * The members of a provider of the price table.
 * @param counted the paths of the members that the package reads
 */
export function listUsageMembers(priceProvider: string, counted: readonly (readonly string[])[]): UsageMembers {
  const members = treeOf(COMMON);
  merge(members, OWN[priceProvider] ?? {});
  for (const path of counted) place(members, path);
  return members;
}

type MutableMembers = Map<string, UsageMember | UsageMembers>;

function treeOf(tree: MemberTree): MutableMembers {
  const members: MutableMembers = new Map();
  merge(members, tree);
  return members;
}

function merge(members: MutableMembers, tree: MemberTree): void {
  for (const [name, member] of Object.entries(tree)) members.set(name, isTree(member) ? treeOf(member) : member);
}

/** Adds a member that the package counts, which needs no meaning here. */
function place(members: MutableMembers, path: readonly string[]): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    members.set(name, 'info');
    return;
  }
  const within = members.get(name);
  const next: MutableMembers =
    within instanceof Map ? (within as MutableMembers) : new Map<string, UsageMember | UsageMembers>();
  members.set(name, next);
  place(next, rest);
}

function isTree(member: UsageMember | MemberTree): member is MemberTree {
  return typeof member === 'object' && !['unit', 'dimension', 'usd'].some((name) => name in member);
}
