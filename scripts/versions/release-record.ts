import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RELEASED_FOLDER } from './api-documents.ts';

/** The facts about the releases that the release command stores with the documents of the last one. */
export interface ReleaseRecord {
  /** The version of the last release. */
  readonly version: string;
  /** The releases that contained each preview operation of the last release, oldest first. */
  readonly previews: Readonly<Record<string, readonly string[]>>;
}

export const RELEASE_RECORD = `${RELEASED_FOLDER}/release.json`;

/** The record of the last release; undefined before the first one. */
export function readReleaseRecord(project: string): ReleaseRecord | undefined {
  const file = join(project, RELEASE_RECORD);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ReleaseRecord) : undefined;
}
