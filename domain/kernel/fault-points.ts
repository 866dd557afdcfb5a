/**
 * Named points between two durable effects, at which a crash must be harmless. Crash tests end the process there. In
 * normal operation, `reach` does nothing.
 */
export interface FaultPoints {
  reach(name: string): void;
}

/** The fault points of normal operation. */
export const noFaultPoints: FaultPoints = { reach: () => undefined };
