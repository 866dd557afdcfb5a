/** The request whose words are those of another one: of the same workspace, and kept in full. */
export interface ContentSource {
  readonly requestId: string;
  readonly admittedAt: Date;
  /** The parts that are wanted. */
  readonly parts: readonly ContentPart[];
}

export type ContentPart = 'request' | 'response';

/**
 * The reasons why content has no room: on the disk, in total, for its workspace, or for its workspace on the day of its
 * request.
 */
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

/** The question and the answer of one request. */
export interface CapturedContent {
  readonly workspaceId: string;
  readonly requestId: string;
  readonly admittedAt: Date;
  readonly request?: string;
  readonly response?: string;
  /** True if the answer broke off; `response` is then the part that arrived. */
  readonly isCutOff?: boolean;
  /** The source whose text is meant if the content has no text of its own. Content that is found has its text. */
  readonly source?: ContentSource;
}

/** The reason that a panel member gave for its verdict on a request, in its own words. */
export interface JudgeReason {
  /** The outcome that its words are part of. */
  readonly outcomeId: string;
  /** Place of the seat, from 0. */
  readonly seat: number;
  readonly text: string;
}

/** The parts of content that are wanted. */
export interface WantedContent {
  readonly request: boolean;
  readonly response: boolean;
}

/**
 * Content by its request. Nothing is kept that is not wanted; of a part that is there already the first stays. What has
 * outlived itself is not found any more, whether or not it was removed yet.
 */
export interface ContentStore {
  readonly wanted: WantedContent;
  /** Resolves when it is on the disk. @throws ContentRefused where there is no room for it */
  keep(content: CapturedContent): Promise<void>;
  /** Undefined where nothing of the request is kept. */
  find(
    request: Pick<CapturedContent, 'workspaceId' | 'requestId' | 'admittedAt'>,
  ): Promise<CapturedContent | undefined>;
  /** True if the whole request is stored: the question, and the complete answer. */
  hasWhole(request: Pick<CapturedContent, 'workspaceId' | 'requestId' | 'admittedAt'>): Promise<boolean>;
  /** Keeps why a judge said something, for as long as the words that it was said of. */
  keepReason(
    request: Pick<CapturedContent, 'workspaceId' | 'requestId' | 'admittedAt'>,
    reason: JudgeReason,
  ): Promise<void>;
  /** The reason of a judge's verdict, from its first panel member. A panel member without a reason is left out. */
  findReasons(
    request: Pick<CapturedContent, 'workspaceId' | 'requestId' | 'admittedAt'>,
    outcomeId: string,
  ): Promise<JudgeReason[]>;
  /** The earliest time of requests that can have content. */
  since(): Date;
  /** True if any content has reached the end of its lifetime. */
  hasDue(): Promise<boolean>;
  /** Removes what has outlived itself, of all workspaces: how much of at most `limit`. */
  removeDue(limit: number): Promise<number>;
  /** Removes what a workspace has of requests before a midnight UTC: how much. */
  removeBefore(workspaceId: string, before: Date): Promise<number>;
}
