/** The refusal codes that only the management plane uses. */
export const MANAGEMENT_CODES = ['feature_absent', 'gate_failed'] as const;
