import type { ScheduleBatch } from './made-schedules.ts';

/** One way to have many schedules run that fall due in the same second. */
export interface DueContender {
  readonly name: string;
  /** The type of the workflow of one occurrence. */
  readonly workflow: string;
  /** Takes part in the first round alone: it is there to be looked at, not to be held to anything. */
  readonly isAside?: true;
  /** The workflow that starts the occurrences of a workspace one after the other, where there is one. */
  dispatcherOf(workspaceId: string): string | undefined;
  /** Enough for `prepare`, and for what it has started to fall asleep. */
  preparationSeconds(batch: ScheduleBatch): number;
  /**
   * Creates the batch and everything that waits for it, so that only waiting is left; returns a remark, if there is
   * one.
   */
  prepare(batch: ScheduleBatch, dueAt: Date): Promise<string | undefined>;
  /** @throws Error unless the whole batch has run as it should */
  verify(batch: ScheduleBatch, dueAt: Date): Promise<void>;
}

/** More starts at once only add latency: the relay's own bound. */
const AT_ONCE = 10;

/** Runs `work` for every item, a few at a time. */
export async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const waiting = [...items];
  const take = async (): Promise<void> => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
}
