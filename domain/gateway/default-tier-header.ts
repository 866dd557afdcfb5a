/** The header in which a caller of the gateway names a tier, where the configuration file names no other. */
export const DEFAULT_TIER_HEADER = 'x-tt-tier';
