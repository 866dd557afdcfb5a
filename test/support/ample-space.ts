import type { ContentLimits } from '../../content/content-space.ts';

/** Room for whatever a test keeps. */
export const AMPLE_SPACE: ContentLimits = { mostBytes: 2 ** 40, leastFreeBytes: 0 };
