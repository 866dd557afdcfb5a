import type { ServiceName } from './child-environment.ts';

/**
 * Answers of thousands of groups are young memory, most of it in use at once: where there is room for several of them, the
 * collector has few of them to copy.
 */
const ROOM_FOR_ANSWERS = ['--max-semi-space-size=64'];

/**
 * Hardly anything of a call is left when the collector comes, whenever that is: it takes as long for many calls as for few. Without the first
 * of the two, V8 would keep to little room, because so little is left.
 */
const ROOM_FOR_CALLS = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

/**
 * The collector keeps to the thread that makes the garbage: helpers of its own save none of the work, and take the cores that ClickHouse
 * and other processes need.
 */
const COLLECTS_ALONE = ['--single-threaded-gc'];

/** What Node runs each of our processes with. */
export const NODE_FLAGS: Readonly<Partial<Record<ServiceName, readonly string[]>>> = {
  api: ROOM_FOR_ANSWERS,
  worker: [...ROOM_FOR_ANSWERS, ...COLLECTS_ALONE],
  proxy: ROOM_FOR_CALLS,
};
