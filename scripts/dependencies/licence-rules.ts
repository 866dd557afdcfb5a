/**
 * Licences that production dependencies may have: they ask for no more than to be named. CC-BY-4.0 is that of a table
 * of browsers, which is data.
 */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'PostgreSQL',
  'Unlicense',
]);

/** True if an SPDX expression of names, AND and OR grants one of them: AND binds closer. */
export function isAllowed(expression: string): boolean {
  const alternatives = expression.replaceAll(/[()]/g, ' ').split(/\sOR\s/);
  return alternatives.some((part) => part.split(/\sAND\s/).every((name) => ALLOWED.has(name.trim())));
}

/**
 * One sentence for each package, by its path, whose licence is not allowed; one without a known licence is passed over.
 */
export function licenceFaults(licences: ReadonlyMap<string, string | undefined>): string[] {
  return [...licences].flatMap(([path, licence]) =>
    licence === undefined || isAllowed(licence) ? [] : [`${path} has the licence ${licence}, which is not allowed.`],
  );
}
