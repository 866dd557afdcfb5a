/**
 * A token that may hold a semicolon without ending a statement: quoted text, quoted names, comments. Otherwise one
 * character.
 */
const TOKEN = /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|--[^\n]*|\/\*[\s\S]*?\*\/|[\s\S]/g;

/**
 * The statements of a SQL file without their semicolons; comments are dropped, since the engine takes one at a time.
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
