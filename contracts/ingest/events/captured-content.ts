/** The request whose words are those of another one: of the same workspace, and kept in full. */
export interface ContentSource {
  readonly requestId: string;
  readonly admittedAt: Date;
  /** Which of its words. */
  readonly parts: readonly ContentPart[];
}

export type ContentPart = 'request' | 'response';

/** Why content has no room: on the disk, in all, for its workspace, or for its workspace on the day of its request. */
export const CONTENT_REFUSALS = ['disk_full', 'store_full', 'workspace_full', 'day_full'] as const;
export type ContentRefusal = (typeof CONTENT_REFUSALS)[number];

const REFUSAL_SENTENCES: Readonly<Record<ContentRefusal, string>> = {
  disk_full: 'The disk of captured content has less free space than TRUETALLY_CONTENT_LEAST_FREE_MIB.',
  store_full: 'Captured content takes as much as TRUETALLY_CONTENT_MOST_MIB allows.',
  workspace_full: 'Captured content of this workspace takes its share of TRUETALLY_CONTENT_MOST_MIB.',
  day_full: 'Captured content of this workspace takes all that one day may have of its share.',
};

/** Content was not kept because there is no room for it. */
export class ContentRefused extends Error {
  override readonly name = 'ContentRefused';
  readonly reason: ContentRefusal;

  constructor(reason: ContentRefusal) {
    super(REFUSAL_SENTENCES[reason]);
    this.reason = reason;
  }
}

/** What was asked and answered of one request. */
export interface CapturedContent {
  readonly workspaceId: string;
  readonly requestId: string;
  readonly admittedAt: Date;
  readonly request?: string;
  readonly response?: string;
  /** Whether the answer broke off, so that `response` is what had come of it. */
  readonly isCutOff?: boolean;
  /** Whose words are its own where it brings none along. What is found has the words themselves. */
  readonly source?: ContentSource;
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
  /** Resolves when it is on the disk. @throws ContentRefused where there is no room for it */
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
  /** Whether anything has outlived itself. */
  hasDue(): Promise<boolean>;
  /** Removes what has outlived itself, of all workspaces: how much of at most `limit`. */
  removeDue(limit: number): Promise<number>;
  /** Removes what a workspace has of requests before a midnight UTC: how much. */
  removeBefore(workspaceId: string, before: Date): Promise<number>;
}
