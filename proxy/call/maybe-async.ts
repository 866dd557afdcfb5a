/** A result, or a promise of one where something has to be awaited: most calls make no promise. */
export type MaybeAsync<Result> = Result | Promise<Result>;
