import type { Contract } from './breaking-changes.ts';
import type { ReleaseRecord } from './release-record.ts';

/** The maximum number of releases that may contain an operation as a preview. */
const MAX_PREVIEW_RELEASES = 2;

/** The record after another release, which contains these documents. */
export function recordRelease(
  before: ReleaseRecord | undefined,
  version: string,
  documents: Iterable<Contract>,
): ReleaseRecord {
  const previews = previewsOf(documents).map((name): [string, string[]] => [
    name,
    [...(before?.previews[name] ?? []), version],
  ]);
  return { version, previews: Object.fromEntries(previews) };
}

/** One sentence for each operation of these documents that has been a preview in more than two releases. */
export function previewFaults(record: ReleaseRecord | undefined, documents: Iterable<Contract>): string[] {
  return previewsOf(documents).flatMap((name) => {
    const releases = record?.previews[name] ?? [];
    const [first = ''] = releases;
    if (releases.length <= MAX_PREVIEW_RELEASES) return [];
    return [
      `${name} is a preview since ${first}, for ${releases.length} releases. ` +
        `The maximum is ${MAX_PREVIEW_RELEASES}. Remove \`isPreview\` to promise its form, or remove the operation.`,
    ];
  });
}

/** The names of all preview operations, in alphabetical order. */
function previewsOf(documents: Iterable<Contract>): string[] {
  const operations = [...documents].flatMap(({ paths }) => Object.values(paths).flatMap((path) => Object.values(path)));
  const previews = operations.filter((operation) => operation['x-stability'] === 'preview');
  return previews.map(({ operationId }) => String(operationId)).sort();
}
