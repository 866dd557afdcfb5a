/** A result, or a promise of it if something must be awaited. Most calls create no promise. */
export type MaybeAsync<Result> = Result | Promise<Result>;
