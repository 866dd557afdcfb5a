import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '../../output/result.ts';
import { builtFolder } from '../../server/built-folder.ts';

/** The word that the build writes in place of Node's version. */
const NODE = '{node}';

export async function run(): Promise<Result> {
  const rendered = (name: string): string =>
    readFileSync(join(builtFolder(), name), 'utf8').replace(NODE, process.versions.node);
  return Promise.resolve({
    kind: 'document',
    document: new TextEncoder().encode(rendered('version.json')),
    text: () => rendered('version.txt').trimEnd(),
  });
}
