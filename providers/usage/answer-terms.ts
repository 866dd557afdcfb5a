import type { UnpricedReason } from '../../domain/models/price.ts';
import { isJsonObject, jsonObjectsIn, type JsonObject } from '../json-parts.ts';
import { isEmptyValue } from './is-empty-value.ts';

/** The terms of an answer that decide its price, in addition to its usage. */
export interface AnswerTerms {
  /** The tier that served the call, in the provider's words; undefined or null if not stated. */
  readonly serviceTier: unknown;
  /** The number of web searches that the provider ran, as far as the usage does not state them. */
  readonly webSearches: number;
  readonly fileSearches: number;
  readonly reason: UnpricedReason | undefined;
}

/**
 * The calls that cost no more than their tokens, such as those of the caller's own tools. Any other tool call may be
 * charged separately.
 */
const FREE_CALLS: ReadonlySet<string> = new Set([
  ...['function_call', 'custom_tool_call', 'mcp_call', 'tool_search_call', 'computer_call', 'local_shell_call'],
  'apply_patch_call',
]);

/** True if a model searches before each answer. */
function isSearching(model: unknown): boolean {
  return typeof model === 'string' && (model.includes('-search-preview') || model.includes('-search-api'));
}

/**
 * The terms of an answer in addition to its usage: in the output of Responses, the choices of Chat Completions, the
 * container of Messages and the candidates of generateContent.
 * @param outlined the form of an answer whose large members are omitted; undefined if the answer is complete
 */
export function answerTerms(answer: JsonObject, outlined: string | undefined): AnswerTerms {
  const { service_tier: serviceTier, output, choices, container, candidates } = answer;
  let tools = NO_TOOLS;
  if (Array.isArray(output) || !isEmptyValue(answer['tool_usage'])) tools = toolsIn(answer);
  else if (outlined === 'responses') tools = UNREAD_TOOLS;
  else if (Array.isArray(choices) || !isEmptyValue(answer['usage_breakdown'])) tools = toolsOfChat(answer);
  else if (!isEmptyValue(container)) tools = { webSearches: 0, fileSearches: 0, reason: runsCode(answer) };
  else if (Array.isArray(candidates)) tools = toolsOfCandidates(candidates);
  else if (outlined !== undefined && isJsonObject(answer['usageMetadata'])) tools = UNREAD_TOOLS;
  const { fileSearches, reason } = tools;
  const webSearches = tools.webSearches === 0 && isSearching(answer['model']) ? 1 : tools.webSearches;
  return { serviceTier, webSearches, fileSearches, reason };
}

type Tools = Omit<AnswerTerms, 'serviceTier'>;

const NO_TOOLS: Tools = { webSearches: 0, fileSearches: 0, reason: undefined };
const UNREAD_TOOLS: Tools = { webSearches: 0, fileSearches: 0, reason: 'usage_not_understood' };

/**
 * The tools in the output of Responses. A search is one item. Each page that the model opens afterwards is also an
 * item, which costs only its tokens.
 */
function toolsIn(answer: JsonObject): Tools {
  let [webSearches, fileSearches] = [0, 0];
  let reason: UnpricedReason | undefined;
  for (const item of jsonObjectsIn(answer['output'])) {
    if (!isCharged(item)) continue;
    const kind = isDone(item) ? item['type'] : undefined;
    if (kind === 'web_search_call') webSearches += isSearch(item['action']) ? 1 : 0;
    else if (kind === 'file_search_call') fileSearches += 1;
    else reason = 'tool_not_in_table';
  }
  reason ??= usageOfTools(answer['tool_usage'], webSearches);
  if (webSearches > 0) reason ??= otherSearch(answer);
  return { webSearches, fileSearches, reason };
}

function isCharged({ type }: JsonObject): boolean {
  return typeof type === 'string' && type.endsWith('_call') && !FREE_CALLS.has(type);
}

function isDone({ status }: JsonObject): boolean {
  return status === undefined || status === null || status === 'completed';
}

function isSearch(action: unknown): boolean {
  return !isJsonObject(action) || action['type'] === undefined || action['type'] === 'search';
}

/**
 * The reason for an unknown price in the tool usage of Responses. It states searches, which must match the output, and
 * tools without a rate, such as pictures.
 */
function usageOfTools(value: unknown, webSearches: number): UnpricedReason | undefined {
  if (isEmptyValue(value)) return undefined;
  if (!isJsonObject(value)) return 'usage_not_understood';
  for (const name in value) {
    if (isEmptyValue(value[name])) continue;
    const search = value[name];
    const isStated = name === 'web_search' && isJsonObject(search) && search['num_requests'] === webSearches;
    if (!isStated) return 'tool_not_in_table';
  }
  return undefined;
}

/**
 * The reason for an unknown price of a search. Models before GPT-5 have another price for the preview of the tool, and
 * small models for the content that they read.
 */
function otherSearch({ model, tools }: JsonObject): UnpricedReason | undefined {
  if (typeof model !== 'string' || !model.startsWith('gpt-4')) return undefined;
  const isPreview = jsonObjectsIn(tools).some(
    ({ type }) => typeof type === 'string' && type.startsWith('web_search_preview'),
  );
  return isPreview || model.includes('-mini') ? 'tool_not_in_table' : undefined;
}

/**
 * The tools in an answer of Chat Completions. If a message cites pages, the provider has searched. Groq lists the tools
 * that it ran and their models.
 */
function toolsOfChat({ choices, usage_breakdown: breakdown }: JsonObject): Tools {
  let isSearched = false;
  let reason: UnpricedReason | undefined = isEmptyValue(breakdown) ? undefined : 'tool_not_in_table';
  for (const { message } of jsonObjectsIn(choices)) {
    if (!isJsonObject(message)) continue;
    if (!isEmptyValue(message['executed_tools'])) reason = 'tool_not_in_table';
    if (jsonObjectsIn(message['annotations']).some(({ type }) => type === 'url_citation')) isSearched = true;
  }
  return { webSearches: isSearched ? 1 : 0, fileSearches: 0, reason };
}

/**
 * The members of Google's grounding metadata that do not indicate a search. The account's own file stores cost only the
 * tokens that are read.
 */
const FREE_SOURCES: ReadonlySet<string> = new Set(['groundingSupports', 'retrievalMetadata', 'retrievalQueries']);

/**
 * The tools in candidates of generateContent. Searches of the web and of maps are priced per prompt or per search,
 * depending on the model, and the table lacks these prices.
 */
function toolsOfCandidates(candidates: readonly unknown[]): Tools {
  const isSearched = jsonObjectsIn(candidates).some(({ groundingMetadata: sources }) => {
    if (!isJsonObject(sources)) return false;
    const { groundingChunks: chunks, ...others } = sources;
    if (jsonObjectsIn(chunks).some((chunk) => Object.keys(chunk).some((name) => name !== 'retrievedContext')))
      return true;
    return Object.entries(others).some(([name, value]) => !FREE_SOURCES.has(name) && !isEmptyValue(value));
  });
  return isSearched ? { webSearches: 0, fileSearches: 0, reason: 'tool_not_in_table' } : NO_TOOLS;
}

/**
 * The reason for an unknown price if the provider ran code. Code that runs with a web search or fetch costs nothing
 * extra.
 */
function runsCode({ usage }: JsonObject): UnpricedReason | undefined {
  const used = isJsonObject(usage) ? usage['server_tool_use'] : undefined;
  return isEmptyValue(used) ? 'tool_not_in_table' : undefined;
}
