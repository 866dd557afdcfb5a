/** A page as Markdown: its tree, and the file that collects its faults. */
export interface ParsedPage {
  readonly tree: object;
  readonly file: { readonly path: string; readonly messages: readonly { readonly reason: string }[] };
}

export function parsePage(path: string, value: string): ParsedPage;

/** Checks the words of a page, and the length of its sentences. */
export function checkProse(page: ParsedPage, isSuppressed?: (path: string, text: string) => boolean): void;

export function findAvoided(text: string): string[];

export const MAX_AVERAGE_WORDS: number;
