import { expect, it } from 'vitest';
import { readSourceExports } from './support/source-exports.ts';

/** Names that each protocol folder exports, as members of its `Protocol`. */
const PROTOCOL_EXPORTS = [
  'answerForm',
  'answerParts',
  'client',
  'followStream',
  'playback',
  'question',
  'requestFault',
  'streamParts',
];
const PROTOCOL_FOLDER = /^providers\/protocols\/(?!shared\/)[^/]+\//;
/** The text of generated files. Each lane of the published clients has its own. */
const GENERATED = 'edit nothing here';

// It parses every file.
it('a name is exported by one file', { timeout: 60_000 }, async () => {
  const sources = await readSourceExports(['test', 'bench', 'examples', 'scripts']);
  const filesOf = new Map<string, string[]>();
  const inProtocols = new Map<string, number>();
  for (const { file, text, values, types } of sources) {
    if (file.startsWith('clients/') && text.includes(GENERATED)) continue;
    // A schema and its type may share their name.
    for (const name of new Set([...values, ...types])) {
      if (name === 'default') continue;
      if (PROTOCOL_FOLDER.test(file) && PROTOCOL_EXPORTS.includes(name)) {
        inProtocols.set(name, (inProtocols.get(name) ?? 0) + 1);
      } else filesOf.set(name, [...(filesOf.get(name) ?? []), file]);
    }
  }
  expect(filesOf.size).toBeGreaterThan(4_000);
  expect(Object.fromEntries([...filesOf].filter(([, files]) => files.length > 1))).toEqual({});
  expect(PROTOCOL_EXPORTS.filter((name) => (inProtocols.get(name) ?? 0) < 2)).toEqual([]);
});
