/** A page in the contents of the site. `path` is relative to the project. */
export interface ContentsEntry {
  readonly title: string;
  readonly path: string;
  readonly entries: readonly ContentsEntry[];
}

export interface ContentsSection {
  readonly title: string;
  readonly groups: readonly { readonly title: string | undefined; readonly entries: readonly ContentsEntry[] }[];
}

export function readContents(text: string): ContentsSection[];

export function listEntries(contents: readonly ContentsSection[]): (ContentsEntry & { readonly section: string })[];
