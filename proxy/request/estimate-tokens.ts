import { isJsonObject } from '../../providers/json-parts.ts';

/** The average number of characters per token in most texts. */
const CHARACTERS_OF_A_TOKEN = 4;

/** Members that hold media or signatures in place of text: their characters are not words. */
const MEDIA: readonly string[] = [
  ...['data', 'url', 'image_url', 'file_data', 'input_audio'],
  ...['fileUri', 'file_uri', 'thoughtSignature', 'thought_signature'],
];

/** The members of a request that a model reads. */
const READ = [
  ...['system', 'messages', 'instructions', 'input', 'prompt', 'tools'],
  ...['contents', 'systemInstruction', 'system_instruction'],
] as const;

/** The approximate number of tokens for a number of characters. */
export function tokensForCharacters(characters: number): number {
  return Math.ceil(characters / CHARACTERS_OF_A_TOKEN);
}

/** The approximate number of tokens that a request sends. Media count as 0, because their tokens are unknown here. */
export function estimateInputTokens(body: Readonly<Record<string, unknown>>): number {
  let characters = 0;
  for (const name of READ) characters += charactersOf(body[name]);
  return tokensForCharacters(characters);
}

function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  let characters = 0;
  if (Array.isArray(value)) for (const item of value) characters += charactersOf(item);
  else if (isJsonObject(value))
    for (const name of Object.keys(value)) if (!MEDIA.includes(name)) characters += charactersOf(value[name]);
  return characters;
}
