import { isJsonObject, jsonObjectsIn, type JsonObject } from '../../providers/json-parts.ts';

/** Members below messages, items and tools that name something that one provider stores, or that only it can read. */
const NAMES: ReadonlySet<string> = new Set([
  ...['file_id', 'file_ids', 'input_file_id', 'vector_store_id', 'vector_store_ids', 'container_id', 'batch_id'],
  ...['thread_id', 'assistant_id', 'approval_request_id', 'encrypted_content'],
  // Google: files of the account, stores of files, and signed thoughts.
  ...['fileUri', 'file_uri', 'thoughtSignature', 'thought_signature'],
  ...['fileSearchStoreNames', 'file_search_store_names'],
]);

/** Members that hold data: the arguments of tools, and schemas. Names below them mean nothing here. */
const DATA: ReadonlySet<string> = new Set([
  ...['input', 'arguments', 'parameters', 'input_schema', 'schema', 'metadata'],
  ...[
    'args',
    'response',
    'parametersJsonSchema',
    'parameters_json_schema',
    'responseJsonSchema',
    'response_json_schema',
  ],
]);

/** Members of the body below which such names appear. */
const PLACES = ['messages', 'input', 'tools', 'system', 'contents'] as const;

/**
 * True if a request continues state that one provider stores: a response, a conversation, a container, a stored prompt,
 * files, stores of vectors, items by their ids. No other provider has that state.
 */
export function namesProviderState(body: JsonObject): boolean {
  const { previous_response_id: previous, conversation, container, prompt, input } = body;
  if (isName(body['cachedContent'] ?? body['cached_content'])) return true;
  if (isName(previous) || isNamed(conversation) || isNamed(container) || hasOwnSkill(container)) return true;
  if (isJsonObject(prompt) && isName(prompt['id'])) return true;
  if (jsonObjectsIn(input).some(isReference)) return true;
  return PLACES.some((place) => holdsName(body[place]));
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

/** True if a value is an id, or an object that has an id. */
function isNamed(value: unknown): boolean {
  return isName(value) || (isJsonObject(value) && isName(value['id']));
}

/** True if a container has a skill of the account. The skills of Anthropic are the same everywhere. */
function hasOwnSkill(container: unknown): boolean {
  if (!isJsonObject(container)) return false;
  return jsonObjectsIn(container['skills']).some(({ type, skill_id: id }) => type !== 'anthropic' && isName(id));
}

/**
 * True if an input item has nothing but an id, or its provider looks it up or decrypts it, such as an item of
 * reasoning.
 */
function isReference({ type, id, role, content }: JsonObject): boolean {
  if (type === 'item_reference' || type === 'reasoning' || type === 'image_generation_call') return isName(id);
  return (type === undefined || type === null) && role === undefined && content === undefined && isName(id);
}

function holdsName(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsName);
  if (!isJsonObject(value)) return false;
  for (const name in value) {
    if (DATA.has(name)) continue;
    const member = value[name];
    const isHere = NAMES.has(name) && (isName(member) || (Array.isArray(member) && member.some(isName)));
    if (isHere || isContainer(name, member) || holdsName(member)) return true;
  }
  return false;
}

/**
 * True if a member names a container of a tool, or the speech of an earlier answer, which Chat Completions name by
 * `audio.id`.
 */
function isContainer(name: string, member: unknown): boolean {
  if (name === 'container') return isNamed(member);
  return name === 'audio' && isJsonObject(member) && isName(member['id']);
}
