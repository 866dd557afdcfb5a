import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOCUMENT_FOLDER } from './api-documents.ts';

/** The accepted breaking changes since the last release: by document, the sentence of the gate and the reason. */
export type AcceptedChanges = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const ACCEPTED_CHANGES = `${DOCUMENT_FOLDER}/accepted-changes.json`;

/** The accepted changes of a project; none without a file. */
export function readAcceptedChanges(project: string): AcceptedChanges {
  const file = join(project, ACCEPTED_CHANGES);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as AcceptedChanges) : {};
}
