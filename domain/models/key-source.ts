/** Where the key of a connection is: the name of a variable, or of a file. The key itself is read for a call, and kept nowhere. */
export type KeySource =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string };

/** Printable, and nothing that JSON writes otherwise: so it is found again in whatever comes back. */
const KEY = /^[!#-[\]-~]{8,512}$/;

/** Whether a text can be the key of a provider. */
export function isProviderKey(text: string): boolean {
  return KEY.test(text);
}
