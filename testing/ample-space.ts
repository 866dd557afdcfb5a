import type { ContentLimits } from '../content/content-space.ts';

/** Enough room for everything that a test keeps. */
export const AMPLE_SPACE: ContentLimits = { maxBytes: 2 ** 40, minFreeBytes: 0 };
