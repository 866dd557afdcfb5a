/** The requests that a quality read covers. */
export interface QualityQuestion {
  readonly workspaceId: string;
  /** The start of the half-open window of admissions. */
  readonly from: Date;
  readonly until: Date;
  /** The id that names the statements in ClickHouse's own logs. */
  readonly requestId?: string;
  readonly signal?: AbortSignal;
}
