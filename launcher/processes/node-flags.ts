import type { ServiceName } from './child-environment.ts';

/**
 * Answers of thousands of groups are young memory, most of it in use at once: where there is room for several of them,
 * the collector has few of them to copy.
 */
const ROOM_FOR_ANSWERS = ['--max-semi-space-size=64'];

/**
 * Hardly anything of a call is left when the collector comes, whenever that is: it takes as long for many calls as for
 * few. Without the first of the two, V8 would keep to little room, because so little is left.
 */
const ROOM_FOR_CALLS = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

/**
 * V8 makes objects of a kind that was in use at a few collections in the old generation from then on. Each such part of
 * a call, although the call has ended, keeps the rest of it through every collection of the young generation.
 */
const CALLS_ARE_YOUNG = ['--no-allocation-site-pretenuring'];

/**
 * The collector keeps to the thread that makes the garbage: helpers of its own save none of the work, and take the
 * cores that ClickHouse and other processes need.
 */
const COLLECTS_ALONE = ['--single-threaded-gc'];

/** The flags of Node for each of our processes. */
export const NODE_FLAGS: Readonly<Partial<Record<ServiceName, readonly string[]>>> = {
  api: ROOM_FOR_ANSWERS,
  worker: [...ROOM_FOR_ANSWERS, ...COLLECTS_ALONE],
  proxy: [...ROOM_FOR_CALLS, ...CALLS_ARE_YOUNG],
};
