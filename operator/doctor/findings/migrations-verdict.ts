import { faultVerdict, okVerdict, warningVerdict, type CheckVerdict } from './finding.ts';

/** The check that the applied migrations are those that this version knows, both by name. */
export function migrationsVerdict(known: readonly string[], applied: readonly string[]): CheckVerdict {
  const missing = known.filter((name) => !applied.includes(name));
  const newer = applied.filter((name) => !known.includes(name));
  if (missing.length > 0)
    return faultVerdict(
      `These migrations are not applied: ${missing.join(', ')}.`,
      'Run `npm run migrate` to apply them.',
    );
  if (newer.length > 0) {
    return warningVerdict(
      `A newer version applied these migrations: ${newer.join(', ')}.`,
      'Upgrade this process to that version. Until then, the previous version can run.',
    );
  }
  return okVerdict(`All ${known.length} migrations are applied. The last one is ${known.at(-1) ?? ''}.`);
}
