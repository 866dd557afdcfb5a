import type { ScheduleBatch } from './made-schedules.ts';

/** A way to run many schedules that are due in the same second. */
export interface DueContender {
  readonly name: string;
  /** The type of the workflow of one occurrence. */
  readonly workflow: string;
  /** True if the contender takes part only in the first round, for information, without a requirement. */
  readonly isAside?: true;
  /** The id of the workflow that starts the occurrences of a workspace one after the other, if any. */
  dispatcherOf(workspaceId: string): string | undefined;
  /** The seconds that suffice for `prepare`, and until its workflows sleep. */
  preparationSeconds(batch: ScheduleBatch): number;
  /** Creates the batch and everything that waits for its instant; returns a remark, if any. */
  prepare(batch: ScheduleBatch, dueAt: Date): Promise<string | undefined>;
  /**
   * Checks the results of the batch.
   * @throws Error unless all of the batch has run correctly
   */
  verify(batch: ScheduleBatch, dueAt: Date): Promise<void>;
}

/** The number of parallel starts, which is the relay's bound; more would only add latency. */
const AT_ONCE = 10;

/** Runs `work` for every item, a few at a time. */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items];
  const take = async (): Promise<void> => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
}
