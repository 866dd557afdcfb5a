/** The form of one kind of secret. Patterns have the syntax of RE2. */
export interface SecretRule {
  readonly id: string;
  /** The name of the secret for people. */
  readonly title: string;
  /**
   * A text is only examined where a keyword occurs. The keyword of a `prefix` rule matches only in this spelling, and
   * that of a `near` rule in any case.
   */
  readonly keywords: readonly string[];
  /**
   * The form of the secret. A `prefix` rule matches from the keyword on. A `near` rule matches a complete word that
   * stands behind the keyword on the same line.
   */
  readonly pattern: string;
  readonly form: 'prefix' | 'near';
  /** The number of characters of the secret before the keyword, in a `prefix` rule. */
  readonly offset: number;
  /** The characters of the secret besides letters, digits, `_`, `-` and `.`. */
  readonly alphabet: string;
  /** The least entropy, in bits a character, below which a text is a placeholder. */
  readonly leastEntropy: number;
  /** The longest secret, in characters. */
  readonly longest: number;
  /** True if the secret is a key of Truetally, whose checksum decides. */
  readonly isOwn: boolean;
}

type Extras = Partial<Pick<SecretRule, 'offset' | 'alphabet' | 'leastEntropy' | 'longest' | 'isOwn'>>;

/** Random texts of 20 and more digits have at least three bits a character, and placeholders have fewer. */
const USUAL = { offset: 0, alphabet: '', leastEntropy: 2.5, longest: 180, isOwn: false } as const;

/** A secret that begins with one of these texts. `rest` is the pattern behind it. */
export function prefixed(
  id: string,
  title: string,
  prefixes: string | readonly string[],
  rest: string,
  extras: Extras = {},
): SecretRule {
  const keywords = typeof prefixes === 'string' ? [prefixes] : prefixes;
  const pattern = `(?:${keywords.map(escapePattern).join('|')})${rest}`;
  return { id, title, keywords, pattern, form: 'prefix', ...USUAL, ...extras };
}

/** A secret with a fixed text in its middle, `offset` characters after its beginning. */
export function marked(
  id: string,
  title: string,
  mark: string,
  { offset, pattern, ...extras }: Extras & { readonly offset: number; readonly pattern: string },
): SecretRule {
  return { id, title, keywords: [mark], pattern, form: 'prefix', ...USUAL, offset, ...extras };
}

/** A secret without a form of its own, in a word behind the name of its service. */
export function near(
  id: string,
  title: string,
  names: string | readonly string[],
  pattern: string,
  extras: Extras = {},
): SecretRule {
  const keywords = typeof names === 'string' ? [names] : names;
  // Hashes and ids have the same forms as these secrets, so a word must at least look random.
  return { id, title, keywords, pattern, form: 'near', ...USUAL, leastEntropy: 3, longest: 100, ...extras };
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
