/** A text of a file that states the version of the product. */
export interface VersionPlace {
  /** The path below the project's folder. */
  readonly file: string;
  /** Every statement of the version in the file, with the version as its only group. */
  readonly pattern: RegExp;
}

const OF_A_PACKAGE = /^ {2}"version": "([^"]+)"/gm;

/** The texts that the release command changes. `npm run generate` then writes the version into generated files. */
export const VERSION_PLACES: readonly VersionPlace[] = [
  { file: 'package.json', pattern: OF_A_PACKAGE },
  { file: 'clients/typescript/package.json', pattern: OF_A_PACKAGE },
  { file: 'cli/package.json', pattern: OF_A_PACKAGE },
  { file: 'testing/package.json', pattern: OF_A_PACKAGE },
  { file: 'package-lock.json', pattern: /"name": "@truetally\/(?:server|client)",\n +"version": "([^"]+)"/g },
  { file: 'Dockerfile', pattern: /^ARG VERSION=(.+)$/gm },
  { file: 'docker-compose.yml', pattern: /TRUETALLY_IMAGE:-truetally:([^}]+)/g },
  { file: '.env.example', pattern: /^TRUETALLY_IMAGE=truetally:(.+)$/gm },
  { file: 'docs/client.md', pattern: /truetally-client-(.+?)\.tgz/g },
];

/** The versions that a text states at a place. */
export function versionsIn(text: string, { pattern }: VersionPlace): string[] {
  return [...text.matchAll(pattern)].map(([, version = '']) => version);
}

/** The text with another version at a place. */
export function withVersion(text: string, { pattern }: VersionPlace, version: string): string {
  return text.replace(pattern, (statement: string, before: string) => {
    const start = statement.lastIndexOf(before);
    return statement.slice(0, start) + version + statement.slice(start + before.length);
  });
}
