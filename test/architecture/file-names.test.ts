import { basename, dirname } from 'node:path';
import { expect, it } from 'vitest';
import { readSourceExports } from './support/source-exports.ts';

/** Names that are one word in spite of their capitals. */
const ONE_WORD = /ClickHouse|OpenApi/g;

it('a file that exports one value has the name of the value, or of the type that it creates', async () => {
  const sources = await readSourceExports(['test', 'testing', 'bench', 'examples']);
  const misnamed: Record<string, readonly string[]> = {};
  let held = 0;
  for (const { file, values: own, types, reexported } of sources) {
    const values = [...own, ...reexported];
    if (values.length > 1 || (values.length === 0 && types.length !== 1)) continue;
    // An action of the command line exports `run`, and its file has the name of what it does.
    if (file.startsWith('cli/groups/') && values[0] === 'run') continue;
    held += 1;
    const names = [...values, ...types].flatMap((name) => fileNamesOf(name, basename(dirname(file))));
    if (!names.includes(basename(file, '.ts'))) misnamed[file] = [...values, ...types];
  }
  expect(held).toBeGreaterThan(300);
  expect(misnamed).toEqual({});
});

/** The names that a file of the folder may have for an export of this name. */
function fileNamesOf(exported: string, folder: string): string[] {
  const name = exported
    .replace(ONE_WORD, (word) => `${word.slice(0, 1)}${word.slice(1).toLowerCase()}`)
    .replaceAll('_', '-')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase();
  // `createReportStore` creates the object that `report-store.ts` is about, and the value `ReportV1Schema` represents a
  // report.
  const concept = name.replace(/^create-/, '').replace(/(-v\d+)?-schema$/, '');
  // `contracts/reports/operations.ts` exports `REPORT_OPERATIONS`; its folder completes the name.
  const withinFolder = name.replace(new RegExp(`^${folder.replace(/s$/, '')}s?-`), '');
  return [name, concept, withinFolder];
}
