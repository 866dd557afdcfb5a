import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from './breaking-changes.ts';

/** The folder of the OpenAPI documents, and the folder with those of the last release, below the project's folder. */
export const DOCUMENT_FOLDER = 'api';
export const RELEASED_FOLDER = 'api/released';

/**
 * The OpenAPI documents of a folder of the project, as texts by file name. Every file `*openapi.json` is one, so no
 * document is published without the gate.
 */
export function readDocumentTexts(project: string, folder: string): Map<string, string> {
  const path = join(project, folder);
  const names = existsSync(path) ? readdirSync(path).filter((name) => name.endsWith('openapi.json')) : [];
  return new Map(names.sort().map((name) => [name, readFileSync(join(path, name), 'utf8')]));
}

/** The OpenAPI documents of a folder of the project, by file name. */
export function readDocuments(project: string, folder: string): Map<string, Contract> {
  const texts = [...readDocumentTexts(project, folder)];
  return new Map(texts.map(([name, text]) => [name, JSON.parse(text) as Contract]));
}
