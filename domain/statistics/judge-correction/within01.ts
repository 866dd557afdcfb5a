/** The nearest number from 0 to 1. */
export function within01(share: number): number {
  return Math.min(1, Math.max(0, share));
}
