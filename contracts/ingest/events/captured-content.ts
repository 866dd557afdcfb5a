/**
 * The source of content that another request of the same workspace shares. The content of the source is stored in full.
 */
export interface ContentSource {
  readonly requestId: string;
  readonly admittedAt: Date;
  /** The parts that are wanted. */
  readonly parts: readonly ContentPart[];
}

export type ContentPart = 'request' | 'response';

/**
 * The reasons why there is no capacity for content: on the disk, in total, for its workspace, or for its workspace on
 * the day of its request.
 */
export const CONTENT_REFUSALS = ['disk_full', 'store_full', 'workspace_full', 'day_full'] as const;
export type ContentRefusal = (typeof CONTENT_REFUSALS)[number];

const REFUSAL_SENTENCES: Readonly<Record<ContentRefusal, string>> = {
  disk_full: 'The disk of captured content has less free space than TRUETALLY_CONTENT_LEAST_FREE_MIB.',
  store_full: 'Captured content takes as much as TRUETALLY_CONTENT_MOST_MIB allows.',
  workspace_full: 'Captured content of this workspace takes its share of TRUETALLY_CONTENT_MOST_MIB.',
  day_full: 'Captured content of this workspace takes all that one day may have of its share.',
};

/** Thrown when content is not stored because there is no capacity for it. */
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
  /** True if the answer was cut off; `response` is then the part that arrived. */
  readonly isCutOff?: boolean;
  /** The source of the text, for content without a text of its own. Content that `find` returns always has its text. */
  readonly source?: ContentSource;
}

/** The reason that a panel member gave for its verdict on a request, in its own words. */
export interface JudgeReason {
  /** The outcome to which the reason belongs. */
  readonly outcomeId: string;
  /** The position of the seat, from 0. */
  readonly seat: number;
  readonly text: string;
}

/** The parts of content that are wanted. */
export interface ContentSelection {
  readonly request: boolean;
  readonly response: boolean;
}

/**
 * Stores content by request. Only wanted parts are stored; if a part is stored already, the first version stays.
 * Content past its lifetime is no longer found, even if it is not removed yet.
 */
export interface ContentStore {
  readonly wanted: ContentSelection;
  /** Resolves when the content is on the disk. @throws ContentRefused if there is no capacity for it */
  keep(content: CapturedContent): Promise<void>;
  /** The content of a request; undefined if none is stored. */
  find(
    request: Pick<CapturedContent, 'workspaceId' | 'requestId' | 'admittedAt'>,
  ): Promise<CapturedContent | undefined>;
  /** True if the complete request is stored: the question, and an answer that was not cut off. */
  hasWhole(request: Pick<CapturedContent, 'workspaceId' | 'requestId' | 'admittedAt'>): Promise<boolean>;
  /** Stores the reason of a judge for its verdict, for as long as the content that it judged. */
  keepReason(
    request: Pick<CapturedContent, 'workspaceId' | 'requestId' | 'admittedAt'>,
    reason: JudgeReason,
  ): Promise<void>;
  /** The reasons of a judge's verdict, in the order of the panel members; members without a reason are omitted. */
  findReasons(
    request: Pick<CapturedContent, 'workspaceId' | 'requestId' | 'admittedAt'>,
    outcomeId: string,
  ): Promise<JudgeReason[]>;
  /** The earliest time of a request whose content can still be stored. */
  since(): Date;
  /** True if any content has reached the end of its lifetime. */
  hasDue(): Promise<boolean>;
  /** Removes at most `limit` pieces of content past their lifetime, of all workspaces. Returns the number removed. */
  removeDue(limit: number): Promise<number>;
  /** Removes the content of a workspace for requests before a midnight UTC. Returns the number removed. */
  removeBefore(workspaceId: string, before: Date): Promise<number>;
}
