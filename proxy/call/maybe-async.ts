/** A result that comes at once where nobody has to be waited for, so that most calls make no promise. */
export type MaybeAsync<Result> = Result | Promise<Result>;
