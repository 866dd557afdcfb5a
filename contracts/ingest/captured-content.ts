/** What was asked and answered of one request. */
export interface CapturedContent {
  readonly workspaceId: string;
  readonly requestId: string;
  readonly admittedAt: Date;
  readonly request?: string;
  readonly response?: string;
  /** Whether the answer broke off, so that `response` is what had come of it. */
  readonly isCutOff?: boolean;
}

/** Why a seat of a judge said what it said of a request, in its own words. */
export interface JudgeReason {
  /** The outcome that its words are part of. */
  readonly outcomeId: string;
  /** Place of the seat, from 0. */
  readonly seat: number;
  readonly text: string;
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
  /** Whether all of a request is kept: what was asked, and what was answered to its end. */
  hasWhole(request: Pick<CapturedContent, 'workspaceId' | 'requestId' | 'admittedAt'>): Promise<boolean>;
  /** Keeps why a judge said something, for as long as the words that it was said of. */
  keepReason(
    request: Pick<CapturedContent, 'workspaceId' | 'requestId' | 'admittedAt'>,
    reason: JudgeReason,
  ): Promise<void>;
  /** Why a judge said what it said, by the first of its seats; one that said nothing is left out. */
  findReasons(
    request: Pick<CapturedContent, 'workspaceId' | 'requestId' | 'admittedAt'>,
    outcomeId: string,
  ): Promise<JudgeReason[]>;
  /** From when on requests can have content at all. */
  since(): Date;
  /** Removes what has outlived itself, of all workspaces: how much of at most `limit`. */
  removeDue(limit: number): Promise<number>;
  /** Removes what a workspace has of requests before a midnight UTC: how much. */
  removeBefore(workspaceId: string, before: Date): Promise<number>;
}
