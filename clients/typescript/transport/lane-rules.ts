import type { TruetallyProblemError } from '../errors.ts';
import type { Answer } from './answer.ts';

/** The method, path and retry rule of one operation. */
export interface OperationRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path below the lane's root, with the ids that it names in braces. */
  readonly path: string;
  readonly success: 200 | 201 | 202;
  /**
   * The rule for retries after an unknown result: `always` if a retry has no further effect, `with-key` for creations
   * under an idempotency key, `never` for all others.
   */
  readonly repeatable: 'always' | 'with-key' | 'never';
}

/** The operations of a lane, with the names of `Rows`. */
export type OperationRows<Rows> = { readonly [Name in keyof Rows]: OperationRow };

type IdsIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name]: string } & IdsIn<Rest>
  : unknown;

/** The ids that the path of an operation names. */
export type PathIds<Row extends OperationRow> = object & IdsIn<Row['path']>;

/** The handling of a lane's problems. */
export interface ProblemRules {
  /** Creates the error of a problem document. */
  createProblem(...problem: ConstructorParameters<typeof TruetallyProblemError>): TruetallyProblemError;
  /** True if a retry of the same request may succeed later. */
  isPassing(problem: TruetallyProblemError): boolean;
}

/** The facts that a client needs about a lane. */
export interface LaneRules<Rows extends OperationRows<Rows>> extends ProblemRules {
  /** The path of the lane below the service's root. */
  readonly path: string;
  readonly operations: Rows;
  /** The additional headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Checks that the service has the contract of the client, before its answer is read.
   *
   * @throws TruetallyError if it has another one
   */
  requireContract?(response: Response, name: keyof Rows): Promise<void>;
  /**
   * Reads the body of a success.
   *
   * @throws TruetallyAnswerError if the body is not an answer of the operation
   */
  readAnswer(response: Response, row: Rows[keyof Rows]): Promise<Answer<unknown>>;
}
