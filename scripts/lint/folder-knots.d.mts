/** Folders of one parent that import each other in a circle, with the imports that close it. */
export interface FolderKnot {
  readonly folder: string;
  /** The names of the folders below the parent. `.` stands for the files of the parent. */
  readonly rooms: string[];
  /** The imports as `from → to`. */
  readonly imports: string[];
}

export function findKnots(imports: readonly (readonly [string, string])[]): FolderKnot[];
