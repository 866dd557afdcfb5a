import type { ContentLimits } from '../content/content-space.ts';

/** Room for whatever a test keeps. */
export const AMPLE_SPACE: ContentLimits = { maxBytes: 2 ** 40, minFreeBytes: 0 };
