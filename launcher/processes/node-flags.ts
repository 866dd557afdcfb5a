import type { ServiceName } from './child-environment.ts';

/**
 * A large young generation for answers of thousands of groups, which are live all at the same time. If several answers
 * fit, the collector copies few of them.
 */
const ROOM_FOR_ANSWERS = ['--max-semi-space-size=64'];

/**
 * A large young generation for calls. Hardly anything of a call survives a collection, so a collection takes as long
 * for many calls as for few. Without the minimum, V8 would keep the generation small, because so little survives.
 */
const ROOM_FOR_CALLS = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

/**
 * The flag that disables pretenuring. If objects of an allocation site survive a few collections, V8 allocates later
 * ones in the old generation. Such an object of an ended call would keep the rest of the call alive through every young
 * collection.
 */
const CALLS_ARE_YOUNG = ['--no-allocation-site-pretenuring'];

/**
 * The flag that keeps the collector on the main thread. Helper threads save no work, and occupy cores that ClickHouse
 * and other processes need.
 */
const COLLECTS_ALONE = ['--single-threaded-gc'];

/** The flags of Node for each of our processes. */
export const NODE_FLAGS: Readonly<Partial<Record<ServiceName, readonly string[]>>> = {
  api: ROOM_FOR_ANSWERS,
  worker: [...ROOM_FOR_ANSWERS, ...COLLECTS_ALONE],
  proxy: [...ROOM_FOR_CALLS, ...CALLS_ARE_YOUNG],
};
