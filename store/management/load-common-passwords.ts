/** Loads the list of common passwords. The result is true for a lower-case text in the list. */
export type LoadCommonPasswords = () => Promise<(text: string) => boolean>;

let loaded: Promise<(text: string) => boolean> | undefined;

/**
 * Loads the dictionaries of `@zxcvbn-ts/language-common` (MIT): common passwords of published leaks, and the words of
 * Diceware. They are loaded at the first new password and stay in memory, because they have several megabytes.
 */
export const loadCommonPasswords: LoadCommonPasswords = () => {
  loaded ??= load();
  return loaded;
};

async function load(): Promise<(text: string) => boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const texts = new Set<string>();
  for (const words of Object.values(dictionary)) for (const word of words) texts.add(word.toLowerCase());
  return (text) => texts.has(text);
}
