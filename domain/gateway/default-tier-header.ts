/** The header in which a caller names a tier, unless the configuration file sets another header. */
export const DEFAULT_TIER_HEADER = 'x-tt-tier';
