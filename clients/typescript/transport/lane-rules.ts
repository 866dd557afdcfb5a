import type { TruetallyProblemError } from '../errors.ts';
import type { Answer } from './answer.ts';

/** How one operation is sent. */
export interface OperationRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the lane's root, with the ids that it names in braces. */
  readonly path: string;
  readonly success: 200 | 201 | 202;
  /**
   * Whether the same request may be sent again when nobody knows what became of it: what changes nothing more always,
   * creations under an idempotency key, everything else never.
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

/** How a lane of the service refuses. */
export interface ProblemRules {
  /** The error of a problem document. */
  createProblem(...problem: ConstructorParameters<typeof TruetallyProblemError>): TruetallyProblemError;
  /** Whether the same request may be answered otherwise in a while. */
  isPassing(problem: TruetallyProblemError): boolean;
}

/** What a client knows of a lane. */
export interface LaneRules<Rows extends OperationRows<Rows>> extends ProblemRules {
  /** Where the lane lives below the service's root. */
  readonly path: string;
  readonly operations: Rows;
  /**
   * Reads the body of a success.
   *
   * @throws TruetallyAnswerError for what the operation does not answer
   */
  readAnswer(response: Response, row: Rows[keyof Rows]): Promise<Answer<unknown>>;
}
