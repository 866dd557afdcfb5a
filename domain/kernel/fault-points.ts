/**
 * Named places between two durable effects where a crash must be harmless. Crash tests end the process there; in
 * ordinary operation reaching one does nothing.
 */
export interface FaultPoints {
  reach(name: string): void;
}

/** The fault points of ordinary operation. */
export const noFaultPoints: FaultPoints = { reach: () => undefined };
