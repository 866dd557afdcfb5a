import { ACCEPTED_CHANGES, type AcceptedChanges, readAcceptedChanges } from './accepted-changes.ts';
import { DOCUMENT_FOLDER, readDocuments, readDocumentTexts, RELEASED_FOLDER } from './api-documents.ts';
import type { Contract } from './breaking-changes.ts';
import { committedVersions, versionAt, wasCommitted } from './committed-versions.ts';
import { compareVersions, type DocumentVersion } from './compare-versions.ts';
import { previewFaults } from './preview-faults.ts';
import { readReleaseRecord } from './release-record.ts';
import { retirementFaults } from './retirement-faults.ts';

/** The result of the gate. */
interface VersionReport {
  /** One sentence for each broken promise. The gate fails if there is one. */
  readonly faults: readonly string[];
  /** One sentence for each breaking change that a new epoch permits, and for each document without a base. */
  readonly notices: readonly string[];
}

/** The documents of a project, and the parts with which they are compared. */
interface Comparable {
  readonly project: string;
  readonly documents: ReadonlyMap<string, Contract>;
  readonly released: ReadonlyMap<string, Contract>;
  /** The version of the last release. */
  readonly release: string;
  /** An additional revision of the repository to compare with. */
  readonly since: string | undefined;
  readonly accepted: AcceptedChanges;
}

/**
 * Checks the promises of all OpenAPI documents of a project: against those of the last release, between each committed
 * version and the one before it, and against the revision `since` if it is given. It also checks the markers of retired
 * documents, the age of previews, and the origin of the released documents.
 */
export function checkVersions(project: string, since?: string): VersionReport {
  const record = readReleaseRecord(project);
  const comparable: Comparable = {
    project,
    documents: readDocuments(project, DOCUMENT_FOLDER),
    released: readDocuments(project, RELEASED_FOLDER),
    release: record?.version ?? 'without a record',
    since,
    accepted: readAcceptedChanges(project),
  };
  const names = new Set([...comparable.documents.keys(), ...comparable.released.keys()]);
  const reports = [...names].map((name) => checkDocument(name, comparable));
  return {
    faults: [
      ...reports.flatMap(({ faults }) => faults),
      ...previewFaults(record, comparable.documents.values()),
      ...originFaults(project),
    ],
    notices: reports.flatMap(({ notices }) => notices),
  };
}

function checkDocument(name: string, comparable: Comparable): VersionReport {
  const { project, documents, released, release, since, accepted } = comparable;
  const path = `${DOCUMENT_FOLDER}/${name}`;
  const document = documents.get(name);
  if (document === undefined)
    return { faults: [`${path} was removed. A document stays, with the markers of its retirement.`], notices: [] };
  const now: DocumentVersion = { at: 'the working tree', contract: document };
  const base = released.get(name);
  const other = since === undefined ? undefined : versionAt(project, path, since);
  const lines: readonly (readonly DocumentVersion[])[] = [
    base === undefined ? [] : [{ at: `release ${release}`, contract: base }, now],
    [...committedVersions(project, path), now],
    other === undefined ? [] : [other, now],
  ];
  const known = accepted[path] ?? {};
  const compared = lines.map((versions) => compareVersions(versions, known));
  const found = new Set(compared.flatMap((one) => [...one.found]));
  const stale = Object.keys(known).filter((change) => !found.has(change));
  return {
    faults: [
      ...compared.flatMap(({ broken }) => broken),
      ...stale.map((change) => `${ACCEPTED_CHANGES} has a change that was not found. Remove it: ${change}`),
      ...retirementFaults(document, documents),
    ].map((fault) => `${path}: ${fault}`),
    notices: [
      ...compared.flatMap(({ informed }) => informed),
      ...(base === undefined ? ['No release contains this document yet, so no release was compared.'] : []),
    ].map((notice) => `${path}: ${notice}`),
  };
}

/** One sentence for each released document that is not a version of its document. */
function originFaults(project: string): string[] {
  const documents = readDocumentTexts(project, DOCUMENT_FOLDER);
  return [...readDocumentTexts(project, RELEASED_FOLDER)].flatMap(([name, text]) => {
    const path = `${DOCUMENT_FOLDER}/${name}`;
    if (text === documents.get(name) || wasCommitted(project, path, text)) return [];
    return [
      `${RELEASED_FOLDER}/${name} was never ${path}. Only \`npm run release\` writes it: restore the committed file.`,
    ];
  });
}
