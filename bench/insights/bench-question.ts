import type { InsightAnswer } from '../../contracts/insight/answer/insight-answer.ts';
import type { InsightQuery } from '../../contracts/insight/insight-query.ts';
import type { AnswerRow } from './contender.ts';
import type { ReadBudget } from './read-budget.ts';

/** One question, its statements in each engine, and the conversion of its answer. */
export interface BenchQuestion {
  readonly name: string;
  readonly query: InsightQuery;
  readonly rowsOf: (answer: InsightAnswer) => AnswerRow[];
  /** The statement for ClickHouse over the facts. */
  readonly raw: string;
  /**
   * The hand-written statement for ClickHouse, specific to this question: over the rollups of environments, or over the
   * facts by a prefix of their key.
   */
  readonly rollup?: string;
  /** The same statement with all columns that an answer shows. */
  readonly whole?: string;
  /** The statement for DuckDB over the facts. */
  readonly duck: string;
  readonly budget: ReadBudget;
}
