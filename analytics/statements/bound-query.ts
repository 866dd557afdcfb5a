/** A statement and its bound values. The text depends only on the form of a question, never on its values. */
export interface BoundQuery {
  /** The name of the statement in ClickHouse's own logs: `insight.<what>`. */
  readonly tag: string;
  readonly sql: string;
  readonly params: Readonly<Record<string, string | readonly string[]>>;
}

/**
 * Runs a statement for one question, within the budget of the question.
 *
 * @throws Refusal `budget_exceeded` or `dependency_unavailable`
 */
export type RunQuestionQuery = <Row>(query: BoundQuery) => Promise<Row[]>;
