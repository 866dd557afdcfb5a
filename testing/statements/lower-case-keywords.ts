/** Words of statements that are names elsewhere as well, for Postgres reserves none of them. */
const UNRESERVED = ['begin', 'by', 'commit', 'conflict', 'delete', 'exists', 'insert', 'rollback', 'update', 'values'];

/** Reserved, and written as the values that they are. */
const VALUES = ['current_user', 'false', 'true'];

/** The keywords of a statement that do not stand in upper case; `reserved` are those of the server. */
export function lowerCaseKeywords(text: string, reserved: Iterable<string>): string[] {
  const keywords = new Set([...reserved, ...UNRESERVED]);
  for (const value of VALUES) keywords.delete(value);
  const bare = text.replace(/--.*|'[^']*'|"[^"]*"/g, ' ');
  // A word after AS is a name, and so is one next to a point; a word before a parenthesis may be a function.
  const words = bare.matchAll(/(?<![\w.$]|\bAS )[a-z_]+\b(?![.(])/g);
  return [...words].map(([word]) => word).filter((word) => keywords.has(word));
}
