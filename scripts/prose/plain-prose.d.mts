/** A page as Markdown: its tree, and the file that collects its faults. */
export interface ParsedPage {
  readonly tree: object;
  readonly file: { readonly path: string; readonly messages: readonly { readonly reason: string }[] };
}

export function parsePage(path: string, value: string): ParsedPage;

/** Checks the length of a page's sentences, and its words. */
export function checkProse(page: ParsedPage, isSuppressed?: (path: string, text: string) => boolean): void;

export function findAvoided(text: string): string[];

export const MAX_AVERAGE_WORDS: number;
