/** The subjects of a token: a credential of a subject, the management plane, or the data plane. */
export type AccessTokenKind = 'management' | 'runtime' | 'plane' | 'virtual';

export const TOKEN_PREFIXES: Readonly<Record<AccessTokenKind, string>> = {
  management: 'ttm_',
  runtime: 'ttv_',
  plane: 'ttp_',
  virtual: 'ttk_',
};

/** The names of token kinds, and what each opens. */
const KINDS: Readonly<Record<AccessTokenKind, string>> = {
  management: 'a management key, which opens the API',
  runtime: 'a runtime key, which sends traffic of an environment',
  plane: 'a key of the management plane, which opens `/tt/api`',
  virtual: 'a virtual key, which opens the gateway',
};

/**
 * A sentence about a text that begins as another kind of key than the one that is asked for; undefined where its prefix
 * says nothing. It explains what anybody can see, and says nothing of whether there is such a key.
 */
export function otherKindOf(text: string, wanted: AccessTokenKind): string | undefined {
  for (const kind of Object.keys(TOKEN_PREFIXES) as AccessTokenKind[])
    if (kind !== wanted && text.startsWith(TOKEN_PREFIXES[kind])) return `What was sent begins as ${KINDS[kind]}.`;
  return text.startsWith('sk-') ? 'What was sent begins as a key of a provider.' : undefined;
}
