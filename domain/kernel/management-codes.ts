/** Reasons to refuse that the management plane alone has. */
export const MANAGEMENT_CODES = ['feature_absent'] as const;
