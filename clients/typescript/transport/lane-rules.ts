import type { TruetallyProblemError } from '../errors.ts';
import type { Answer } from './answer.ts';

/** The form in which one operation is sent. */
export interface OperationRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path below the lane's root, with the ids that it names in braces. */
  readonly path: string;
  readonly success: 200 | 201 | 202;
  /**
   * The rule for sending the same request again after an unknown result: `always` if a repetition changes nothing more,
   * `with-key` for creations under an idempotency key, `never` for all others.
   */
  readonly repeatable: 'always' | 'with-key' | 'never';
}

/** The operations of a lane by their names, which are those of `Rows`. */
export type OperationRows<Rows> = { readonly [Name in keyof Rows]: OperationRow };

type IdsIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name]: string } & IdsIn<Rest>
  : unknown;

/** The ids that the path of an operation names. */
export type PathIds<Row extends OperationRow> = object & IdsIn<Row['path']>;

/** The problems of a lane. */
export interface ProblemRules {
  /** The error of a problem document. */
  createProblem(...problem: ConstructorParameters<typeof TruetallyProblemError>): TruetallyProblemError;
  /** True if the same request may get another answer later. */
  isPassing(problem: TruetallyProblemError): boolean;
}

/** The facts that a client needs about a lane. */
export interface LaneRules<Rows extends OperationRows<Rows>> extends ProblemRules {
  /** The path of the lane below the service's root. */
  readonly path: string;
  readonly operations: Rows;
  /**
   * Reads the body of a success.
   *
   * @throws TruetallyAnswerError for what the operation does not answer
   */
  readAnswer(response: Response, row: Rows[keyof Rows]): Promise<Answer<unknown>>;
}
