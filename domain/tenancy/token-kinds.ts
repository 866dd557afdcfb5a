/**
 * The kinds of tokens: two kinds of credentials of a subject (`management` and `runtime`), a key of the management
 * plane, and a virtual key of the gateway.
 */
export type AccessTokenKind = 'management' | 'runtime' | 'plane' | 'virtual';

export const TOKEN_PREFIXES: Readonly<Record<AccessTokenKind, string>> = {
  management: 'ttm_',
  runtime: 'ttv_',
  plane: 'ttp_',
  virtual: 'ttk_',
};

/** A phrase for each kind: its name, and what it gives access to. */
const KINDS: Readonly<Record<AccessTokenKind, string>> = {
  management: 'a management key, which opens the API',
  runtime: 'a runtime key, which sends traffic of an environment',
  plane: 'a key of the management plane, which opens `/tt/api`',
  virtual: 'a virtual key, which opens the gateway',
};

/**
 * A sentence about a text that begins like another kind of key than the wanted kind; undefined if the prefix belongs to
 * no other kind. The sentence describes the visible prefix alone, and does not reveal whether the key exists.
 */
export function otherTokenKindDetail(text: string, wanted: AccessTokenKind): string | undefined {
  for (const kind of Object.keys(TOKEN_PREFIXES) as AccessTokenKind[])
    if (kind !== wanted && text.startsWith(TOKEN_PREFIXES[kind])) return `It begins like ${KINDS[kind]}.`;
  return text.startsWith('sk-') ? 'It begins like a key of a provider.' : undefined;
}
