/** A text, and the number of its first line in the file. The first line of a file has the number 1. */
export interface CommentLines {
  readonly line: number;
  readonly text: string;
}

export function readComments(source: string): {
  readonly blocks: readonly CommentLines[];
  readonly docstrings: readonly CommentLines[];
  readonly wide: readonly number[];
};

/** A page with these blocks. Each block is at the same line as in the file. */
export function pageOfBlocks(blocks: readonly CommentLines[]): string;

/** The first word of a docstring that does not begin with a noun or a verb. It is undefined for all others. */
export function wrongBeginning(docstring: string): string | undefined;

export function isTooWide(line: string): boolean;
