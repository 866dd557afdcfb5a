/**
 * The location of a connection's key: the name of a variable, or of a file. The key itself is read for a call, and
 * stored nowhere.
 */
export type KeySource =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string };

/** Printable, and nothing that JSON writes otherwise, so that it is found in every answer. */
const KEY = /^[!#-[\]-~]{8,512}$/;

/** True if a text can be the key of a provider. */
export function isProviderKey(text: string): boolean {
  return KEY.test(text);
}
