import { isJsonObject, jsonObjectsIn, type JsonObject } from '../../../providers/json-parts.ts';
import { isUntypedCallerTool } from '../tools/is-untyped-caller-tool.ts';
import { isWholeCount } from './output-demand.ts';

/** The input that a provider adds to the body of a request from elsewhere. */
export interface OutsideInput {
  /** True if it adds text of unknown length: at most the context window of the model. */
  readonly isUnbounded: boolean;
  /** The maximum number of calls of tools that the provider runs and charges per call. */
  readonly toolCalls: number;
}

/** Members of a body that name what the provider stores, or where it looks things up. */
const STATE: ReadonlySet<string> = new Set([
  ...['previous_response_id', 'conversation', 'conversation_id', 'thread_id', 'assistant_id', 'prompt_id', 'container'],
  ...['vector_store_ids', 'file_ids', 'attachments', 'tool_resources', 'data_sources'],
  ...['cachedContent', 'cached_content'],
]);

/** Members of a body by which a provider searches before or while the model writes. */
const SEARCHES: ReadonlySet<string> = new Set([
  ...['web_search_options', 'search_parameters', 'plugins', 'web_search', 'enable_search', 'mcp_servers'],
]);

/** The tools that the caller runs: their results are in the next request. The provider runs any other tool. */
const CALLERS_TOOLS = new RegExp(
  `^(${[
    ...['function', 'custom', 'namespace', 'apply_patch', 'local_shell', 'computer', 'computer_use_preview'],
    // Tools that search among the tools of the body.
    ...['tool_search', String.raw`tool_search_tool_\w+`],
    String.raw`(bash|text_editor|computer|memory)_\d+`,
  ].join('|')})$`,
);

/** The assumed number of a tool's calls if the request does not state it. */
const ASSUMED_TOOL_CALLS = 10;

/** Reads the references of a body to outside content. */
export function outsideInput(body: JsonObject): OutsideInput {
  let searches = 0;
  // A prompt that is a text belongs to the body.
  let namesState = isJsonObject(body['prompt']);
  // The loop is over the names of the body, because a body has few names and the sets have many.
  for (const name in body) {
    if (SEARCHES.has(name)) searches += isSet(body[name]) ? 1 : 0;
    else if (STATE.has(name) && isSet(body[name])) namesState = true;
  }
  const hosted = hostedTools(body);
  const isSearching = searches + hosted.length > 0;
  return {
    isUnbounded: isSearching || namesState || hasReference(body['messages']) || hasReference(body['input']),
    toolCalls: isSearching ? toolCallsOf(body, hosted, searches) : 0,
  };
}

function hostedTools({ tools }: JsonObject): readonly JsonObject[] {
  return tools === undefined ? NONE : jsonObjectsIn(tools).filter((tool) => !isCallersTool(tool));
}

const NONE: readonly JsonObject[] = [];

function toolCallsOf({ max_tool_calls: max }: JsonObject, hosted: readonly JsonObject[], searches: number): number {
  if (isWholeCount(max, 0)) return max;
  let calls = searches * ASSUMED_TOOL_CALLS;
  for (const { max_uses: uses } of hosted) calls += isWholeCount(uses, 0) ? uses : ASSUMED_TOOL_CALLS;
  return calls;
}

function isCallersTool(tool: JsonObject): boolean {
  const { type } = tool;
  if (typeof type === 'string') return CALLERS_TOOLS.test(type);
  return isUntypedCallerTool(tool);
}

function hasReference(turns: unknown): boolean {
  return jsonObjectsIn(turns).some(isReference);
}

/**
 * True if a turn refers to one that the provider stores: by its id alone, by thinking that is not in the body, by
 * speech, or by files.
 */
function isReference(turn: JsonObject): boolean {
  const { type, id, audio, attachments } = turn;
  if (type === 'item_reference' || isSet(attachments) || (isJsonObject(audio) && isSet(audio['id']))) return true;
  if (type === 'reasoning') return !isSet(turn['encrypted_content']);
  return isSet(id) && (type ?? undefined) === undefined && turn['content'] === undefined;
}

/** True if a member is set to a value that has an effect. */
function isSet(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return false;
  return !Array.isArray(value) || value.length > 0;
}
