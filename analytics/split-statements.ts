/**
 * A token that may contain a semicolon without ending a statement (quoted text, a quoted name or a comment), or else
 * one character.
 */
const TOKEN = /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|--[^\n]*|\/\*[\s\S]*?\*\/|[\s\S]/g;

/**
 * The statements of a SQL file, without semicolons and comments. They are split because the engine accepts one
 * statement at a time.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let current = '';
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token === ';') {
      statements.push(current);
      current = '';
    } else if (!token.startsWith('--') && !token.startsWith('/*')) {
      current += token;
    }
  }
  statements.push(current);
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
}
