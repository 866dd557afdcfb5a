/** What was asked and answered of one request. */
export interface CapturedContent {
  readonly workspaceId: string;
  readonly requestId: string;
  readonly admittedAt: Date;
  readonly request?: string;
  readonly response?: string;
}

/** Which parts of content are wanted. */
export interface WantedContent {
  readonly request: boolean;
  readonly response: boolean;
}

/**
 * Content by its request. Nothing is kept that is not wanted; of a part that is there already the first stays. What has outlived
 * itself is not found any more, whether or not it was removed yet.
 */
export interface ContentStore {
  readonly wanted: WantedContent;
  /** Resolves when it is on the disk. */
  keep(content: CapturedContent): Promise<void>;
  /** Undefined where nothing of the request is kept. */
  find(
    request: Pick<CapturedContent, 'workspaceId' | 'requestId' | 'admittedAt'>,
  ): Promise<CapturedContent | undefined>;
  /** Whether all of a request is kept: what was asked and what was answered. */
  hasWhole(request: Pick<CapturedContent, 'workspaceId' | 'requestId' | 'admittedAt'>): Promise<boolean>;
  /** From when on requests can have content at all. */
  since(): Date;
  /** Removes what has outlived itself, of all workspaces: how much of at most `limit`. */
  removeDue(limit: number): Promise<number>;
  /** Removes what a workspace has of requests before a midnight UTC: how much. */
  removeBefore(workspaceId: string, before: Date): Promise<number>;
}
