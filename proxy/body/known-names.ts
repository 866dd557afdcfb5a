/**
 * The names of members that the gateway or a provider reads, as the descriptions of the endpoints write them. A server
 * that ignores letter case takes `Model` for `model`, where the gateway and most providers see an unknown member.
 */
const KNOWN_NAMES: ReadonlySet<string> = new Set([
  // Requests.
  ...['model', 'messages', 'input', 'system', 'instructions', 'prompt', 'stream', 'stream_options', 'include_usage'],
  ...['max_tokens', 'max_completion_tokens', 'max_output_tokens', 'max_tool_calls', 'n', 'best_of', 'stop'],
  ...['stop_sequences', 'temperature', 'top_p', 'top_k', 'min_p', 'seed', 'logprobs', 'top_logprobs', 'logit_bias'],
  ...['presence_penalty', 'frequency_penalty', 'repetition_penalty', 'modalities', 'audio', 'prediction', 'verbosity'],
  ...['response_format', 'reasoning', 'reasoning_effort', 'thinking', 'budget_tokens', 'effort', 'output_config'],
  ...['tools', 'tool_choice', 'parallel_tool_calls', 'functions', 'function_call', 'web_search_options', 'mcp_servers'],
  ...['user', 'metadata', 'safety_identifier', 'prompt_cache_key', 'prompt_cache_retention', 'cache_control', 'ttl'],
  ...['service_tier', 'speed', 'inference_geo', 'store', 'background', 'previous_response_id', 'conversation'],
  ...['container', 'include', 'truncation', 'context_management', 'dimensions', 'encoding_format', 'extra_body'],
  // Messages, items and the parts of their content.
  ...['role', 'content', 'type', 'text', 'name', 'id', 'call_id', 'tool_call_id', 'tool_use_id', 'tool_calls'],
  ...['function', 'custom', 'arguments', 'output', 'refusal', 'summary', 'signature', 'data', 'is_error', 'status'],
  ...[
    'source',
    'media_type',
    'url',
    'image_url',
    'input_audio',
    'file',
    'file_id',
    'file_data',
    'file_url',
    'filename',
  ],
  ...['detail', 'format', 'citations', 'title', 'context'],
  // Tools and forms of answers.
  ...['description', 'parameters', 'input_schema', 'json_schema', 'schema', 'strict'],
  // Google, whose JSON has two spellings of each name.
  ...bothSpellings([
    ...['contents', 'parts', 'systemInstruction', 'generationConfig', 'toolConfig', 'safetySettings', 'cachedContent'],
    ...['serviceTier', 'labels', 'maxOutputTokens', 'candidateCount', 'stopSequences', 'topP', 'topK'],
    ...['presencePenalty', 'frequencyPenalty', 'responseLogprobs', 'responseMimeType', 'responseSchema'],
    ...['responseJsonSchema', 'responseModalities', 'mediaResolution', 'speechConfig', 'thinkingConfig'],
    ...['thinkingBudget', 'thinkingLevel', 'includeThoughts', 'inlineData', 'fileData', 'fileUri', 'mimeType'],
    ...['functionResponse', 'executableCode', 'codeExecutionResult', 'thought', 'thoughtSignature', 'args', 'response'],
    ...['functionDeclarations', 'functionCallingConfig', 'allowedFunctionNames', 'mode', 'googleSearch'],
    ...['codeExecution', 'urlContext', 'fileSearch', 'googleMaps', 'computerUse', 'parametersJsonSchema'],
  ]),
]);

/** The known spelling of each name, by the folded name. */
const FOLDED: ReadonlyMap<string, string> = new Map([...KNOWN_NAMES].map((name) => [folded(name), name] as const));

function bothSpellings(names: readonly string[]): string[] {
  return names.flatMap((name) => [name, name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]);
}

/**
 * The name without differences in letter case. A dotted capital I keeps its dot in lower case, so the dot is removed.
 */
function folded(name: string): string {
  return name.toUpperCase().toLowerCase().replaceAll('\u0307', '');
}

/** The maximum bytes of a known name, in any letter case and with any escapes. */
export const MAX_KNOWN_BYTES = 256;

/**
 * Members whose objects have a fixed form. Below all others, names are data: metadata, schemas of tools, arguments of
 * tools.
 */
export const FORMED_MEMBERS: readonly string[] = [
  ...['messages', 'system', 'tools', 'tool_choice', 'functions', 'function_call', 'stream_options', 'thinking'],
  ...['reasoning', 'response_format', 'text', 'output_config', 'audio', 'web_search_options', 'conversation'],
  ...['content', 'tool_calls', 'function', 'custom', 'source', 'image_url', 'input_audio', 'file', 'cache_control'],
  ...['json_schema', 'format'],
  ...bothSpellings(['contents', 'parts', 'systemInstruction', 'generationConfig', 'toolConfig', 'thinkingConfig']),
  ...bothSpellings(['inlineData', 'fileData', 'functionResponse', 'functionCall', 'functionDeclarations']),
  ...bothSpellings(['functionCallingConfig', 'safetySettings']),
];

/** The member that has a fixed form in the body only: the arguments of a tool have the same name. */
export const INPUT_MEMBER = 'input';

/**
 * The known name that differs from a name in letter case alone; undefined if there is no such name, or they are equal.
 * Letter case is that of Unicode: `ſ` is an `S`. Servers in C read a name up to its first NUL.
 */
export function findKnownNameIgnoringCase(name: string): string | undefined {
  if (KNOWN_NAMES.has(name)) return undefined;
  const [head = ''] = name.split('\0', 1);
  return FOLDED.get(folded(head));
}
