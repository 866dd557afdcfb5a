/** The stages of a write after its schema, in the order in which they refuse. A stage that does not apply is absent. */
export interface OrderedWrite<Result> {
  /** The answer to the first request with this key, or 409. */
  readonly replay?: () => Promise<Result | undefined>;
  /** 403: the caller must have the permission. */
  readonly permit?: () => void;
  /** 412: the state that the caller read must still be current. */
  readonly match?: () => void;
  /** 422: rules that the schema cannot express. */
  readonly check?: () => Promise<void> | void;
  /** 409 for conflicts of names and states, by the transaction that writes. */
  readonly write: () => Promise<Result>;
}

/**
 * Runs a write in the one order of refusals. A 401 and the 404 of the path come before any body is read, and the
 * schema's 422 before the handler. The 404 of a thing that the body names precedes these stages, because every stage
 * needs the thing. The other refusals follow here.
 */
export async function runOrderedWrite<Result>(stages: OrderedWrite<Result>): Promise<Result> {
  const replayed = await stages.replay?.();
  if (replayed !== undefined) return replayed;
  stages.permit?.();
  stages.match?.();
  await stages.check?.();
  return stages.write();
}
