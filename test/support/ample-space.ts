import type { ContentLimits } from '../../runtime/captured-content/content-space.ts';

/** Room for whatever a test keeps. */
export const AMPLE_SPACE: ContentLimits = { mostBytes: 2 ** 40, leastFreeBytes: 0 };
