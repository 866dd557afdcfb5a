/** Keywords that Postgres does not reserve, so that they can also be names. */
const UNRESERVED = ['begin', 'by', 'commit', 'conflict', 'delete', 'exists', 'insert', 'rollback', 'update', 'values'];

/** Reserved words that are values, and are written in lower case. */
const VALUES = ['current_user', 'false', 'true'];

/** The keywords of a statement that are not in upper case. `reserved` has the keywords that the server reserves. */
export function lowerCaseKeywords(text: string, reserved: Iterable<string>): string[] {
  const keywords = new Set([...reserved, ...UNRESERVED]);
  for (const value of VALUES) keywords.delete(value);
  const bare = text.replace(/--.*|'[^']*'|"[^"]*"/g, ' ');
  // A word after AS is a name, and so is a word next to a point. A word before a parenthesis may be a function.
  const words = bare.matchAll(/(?<![\w.$]|\bAS )[a-z_]+\b(?![.(])/g);
  return [...words].map(([word]) => word).filter((word) => keywords.has(word));
}
