/** A text and the number of its first line in the file, from 1. */
export interface CommentLines {
  readonly line: number;
  readonly text: string;
}

export function readComments(source: string): {
  readonly blocks: readonly CommentLines[];
  readonly docstrings: readonly CommentLines[];
  readonly wide: readonly number[];
};

/** A page of these blocks, each at its line in the file. */
export function pageOfBlocks(blocks: readonly CommentLines[]): string;

/** The first word of a docstring that begins with no noun or verb; undefined for all others. */
export function wrongBeginning(docstring: string): string | undefined;

export function isTooWide(line: string): boolean;
