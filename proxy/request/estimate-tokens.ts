import { isObject } from '../../providers/json-parts.ts';

/** What a token has in most texts. */
const CHARACTERS_OF_A_TOKEN = 4;

/** Members that hold media or seals in place of text: their characters are no words. */
const MEDIA: readonly string[] = [
  ...['data', 'url', 'image_url', 'file_data', 'input_audio'],
  ...['fileUri', 'file_uri', 'thoughtSignature', 'thought_signature'],
];

/** Members of a request that a model reads. */
const READ = [
  ...['system', 'messages', 'instructions', 'input', 'prompt', 'tools'],
  ...['contents', 'systemInstruction', 'system_instruction'],
] as const;

/** About how many tokens so many characters are. */
export function tokensOf(characters: number): number {
  return Math.ceil(characters / CHARACTERS_OF_A_TOKEN);
}

/** About how many tokens a request sends. Media count as nothing: nobody here knows what they are to a model. */
export function estimateInputTokens(body: Readonly<Record<string, unknown>>): number {
  let characters = 0;
  for (const name of READ) characters += charactersOf(body[name]);
  return tokensOf(characters);
}

function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  let characters = 0;
  if (Array.isArray(value)) for (const item of value) characters += charactersOf(item);
  else if (isObject(value))
    for (const name of Object.keys(value)) if (!MEDIA.includes(name)) characters += charactersOf(value[name]);
  return characters;
}
