/** Where the key of a connection is: the name of a variable, or of a file. The key itself is read for a call, and kept nowhere. */
export type KeySource =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string };
