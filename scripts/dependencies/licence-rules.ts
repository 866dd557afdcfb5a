/**
 * The licences that production dependencies may have, which require no more than attribution. CC-BY-4.0 is the licence
 * of a table of browsers, which is data.
 */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BSL-1.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'PostgreSQL',
  'Unlicense',
]);

/**
 * True if an SPDX expression of names, AND and OR permits one of the allowed licences. AND binds more tightly than OR.
 */
export function isAllowedLicence(expression: string): boolean {
  const alternatives = expression.replaceAll(/[()]/g, ' ').split(/\sOR\s/);
  return alternatives.some((part) => part.split(/\sAND\s/).every((name) => ALLOWED.has(name.trim())));
}

/**
 * One sentence for each package, by its path, whose licence is not allowed. Packages without a known licence are
 * skipped.
 */
export function licenceFaults(licences: ReadonlyMap<string, string | undefined>): string[] {
  return [...licences].flatMap(([path, licence]) =>
    licence === undefined || isAllowedLicence(licence)
      ? []
      : [`${path} has the licence ${licence}, which is not allowed.`],
  );
}
