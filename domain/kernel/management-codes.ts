/** The refusal codes that only the management plane uses. */
export const MANAGEMENT_CODES = ['feature_absent'] as const;
