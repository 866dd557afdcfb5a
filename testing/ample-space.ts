import type { ContentLimits } from '../content/content-space.ts';

/** Limits that no test reaches. */
export const AMPLE_SPACE: ContentLimits = { maxBytes: 2 ** 40, minFreeBytes: 0 };
