import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PROJECT = join(import.meta.dirname, '..', '..');

/** A block of a page that is marked `sh`. */
export interface PageBlock {
  /** The path of the page, below the project. */
  readonly page: string;
  /** The line of its first command, from 1. */
  readonly line: number;
  readonly code: string;
  /** The block of output that follows immediately, if any. */
  readonly shown: string | undefined;
}

const BLOCK = /^```sh\n(.*?)^```\n(?:\n```\n(.*?)^```\n)?/gms;

/** The README and the guides, without the decisions. */
export function guidePages(): string[] {
  const guides = readdirSync(join(PROJECT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.startsWith('decisions/'))
    .map((name) => `docs/${name}`);
  return ['README.md', ...guides.sort()];
}

/** The blocks of a page, in their order. */
export function readBlocks(page: string): PageBlock[] {
  const text = readFileSync(join(PROJECT, page), 'utf8');
  return [...text.matchAll(BLOCK)].map(({ index, 1: code = '', 2: shown }) => ({
    page,
    line: text.slice(0, index).split('\n').length + 1,
    code,
    shown,
  }));
}
