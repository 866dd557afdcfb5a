import { StartupFault } from '../../runtime/startup-fault.ts';

const UNRELEASED = '## Unreleased\n';

/**
 * The changelog after a release: the entries of _Unreleased_ belong to the version, and _Unreleased_ is empty.
 *
 * @throws StartupFault if _Unreleased_ is missing or has no entry
 */
export function releaseNotes(changelog: string, version: string, day: string): string {
  const start = changelog.indexOf(UNRELEASED);
  const rest = changelog.slice(start + UNRELEASED.length);
  const next = rest.search(/^## /m);
  const entries = (next === -1 ? rest : rest.slice(0, next)).trim();
  if (start === -1 || entries === '')
    throw new StartupFault('CHANGELOG.md has no entry under "Unreleased". Describe the changes of the release there.');
  const earlier = next === -1 ? '' : `\n${rest.slice(next)}`;
  return `${changelog.slice(0, start)}${UNRELEASED}\n## ${version} - ${day}\n\n${entries}\n${earlier}`;
}
