import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupFault } from '../../runtime/startup-fault.ts';
import { ACCEPTED_CHANGES } from './accepted-changes.ts';
import { DOCUMENT_FOLDER, readDocuments, readDocumentTexts, RELEASED_FOLDER } from './api-documents.ts';
import { checkVersions } from './check-versions.ts';
import { hasUncommittedChanges } from './committed-versions.ts';
import { previewFaults, recordRelease } from './preview-faults.ts';
import { releaseNotes } from './release-notes.ts';
import { readReleaseRecord, RELEASE_RECORD, type ReleaseRecord } from './release-record.ts';
import { VERSION_PLACES, withVersion } from './version-places.ts';

const CHANGELOG = 'CHANGELOG.md';

interface ReleasePlan {
  /** The folder of the project. */
  readonly project: string;
  /** The version of the release, such as `0.3.0`. */
  readonly version: string;
  /** The UTC date of the release. */
  readonly day: string;
  /** Writes the generated files of the project, which contain the version. */
  readonly generate: () => void;
}

/**
 * Makes the release of a project in its working tree: the version in every place, the heading of the changelog, the
 * generated files, and the released OpenAPI documents. It commits nothing.
 *
 * @throws StartupFault if the version is not a later one, the date has another form, a change is not committed, the
 *   changelog has no entry, or the documents break a promise. Only the last fault can leave changes behind.
 */
export function makeRelease({ project, version, day, generate }: ReleasePlan): void {
  const read = (file: string): string => readFileSync(join(project, file), 'utf8');
  const write = (file: string, text: string): void => writeFileSync(join(project, file), text);

  const { version: current } = JSON.parse(read('package.json')) as { version: string };
  requireLater(version, current);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new StartupFault(`${day} is not a date. Use a form such as 2026-12-24.`);
  if (hasUncommittedChanges(project))
    throw new StartupFault('The working tree has changes that are not committed. Commit them before the release.');
  requireKeptPromises(project, version);
  const changelog = releaseNotes(read(CHANGELOG), version, day);

  for (const place of VERSION_PLACES) write(place.file, withVersion(read(place.file), place, version));
  write(CHANGELOG, changelog);
  generate();
  const record = requireKeptPromises(project, version);

  mkdirSync(join(project, RELEASED_FOLDER), { recursive: true });
  for (const [name, text] of readDocumentTexts(project, DOCUMENT_FOLDER)) write(`${RELEASED_FOLDER}/${name}`, text);
  write(RELEASE_RECORD, `${JSON.stringify(record, undefined, 2)}\n`);
  // Accepted changes are differences from the previous release.
  write(ACCEPTED_CHANGES, '{}\n');
}

/**
 * Checks the documents as the next release.
 *
 * @returns the record of the release
 * @throws StartupFault if a document breaks a promise, or if an operation stays a preview for too many releases
 */
function requireKeptPromises(project: string, version: string): ReleaseRecord {
  const documents = [...readDocuments(project, DOCUMENT_FOLDER).values()];
  const record = recordRelease(readReleaseRecord(project), version, documents);
  const faults = [...checkVersions(project).faults, ...previewFaults(record, documents)];
  if (faults.length > 0) throw new StartupFault(['The documents break promises:', ...faults].join('\n'));
  return record;
}

function requireLater(version: string, current: string): void {
  if (!/^\d{1,5}\.\d{1,5}\.\d{1,5}$/.test(version))
    throw new StartupFault(`${version} is not a version. Use three numbers, such as 1.2.0.`);
  if (sortKey(version) <= sortKey(current))
    throw new StartupFault(`${version} is not later than ${current}, the current version. Use a later version.`);
}

/** A text for a version, in the order of versions. */
function sortKey(version: string): string {
  return version
    .split('.')
    .map((number) => number.padStart(5, '0'))
    .join('.');
}
