/**
 * The location of a connection's key: the name of an environment variable or of a file. The key is read for each call
 * and never stored.
 */
export type KeySource =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string };

/** Printable characters that JSON does not escape, so that a key can be found in any answer. */
const KEY = /^[!#-[\]-~]{8,512}$/;

/** True if a text can be the key of a provider. */
export function isProviderKey(text: string): boolean {
  return KEY.test(text);
}
