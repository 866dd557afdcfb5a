import { fault, ok, warning, type CheckVerdict } from './finding.ts';

/** The check that the applied migrations are those that this version knows, both by name. */
export function migrationsVerdict(known: readonly string[], applied: readonly string[]): CheckVerdict {
  const missing = known.filter((name) => !applied.includes(name));
  const newer = applied.filter((name) => !known.includes(name));
  if (missing.length > 0) return fault(`not applied: ${missing.join(', ')}`, 'Run `npm run migrate`.');
  if (newer.length > 0) {
    return warning(
      `applied by a newer version: ${newer.join(', ')}`,
      'Upgrade this process to the version that migrated. The previous version may run meanwhile.',
    );
  }
  return ok(`all ${known.length} applied, the last one ${known.at(-1) ?? ''}`);
}
