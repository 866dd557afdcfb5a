/** A statement and its bound values. The text depends on the form of a question and on none of its values. */
export interface BoundQuery {
  /** Names the statement in ClickHouse's own logs: `insight.<what>`. */
  readonly tag: string;
  readonly sql: string;
  readonly params: Readonly<Record<string, string | readonly string[]>>;
}

/**
 * Runs a statement on behalf of one question, within its budget.
 *
 * @throws Refusal `budget_exceeded` or `dependency_unavailable`
 */
export type Ask = <Row>(query: BoundQuery) => Promise<Row[]>;
