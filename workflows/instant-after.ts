import { now } from './now.ts';

/** RFC 3339 UTC of the instant so many milliseconds from now, as a workflow knows now. */
export function instantAfter(milliseconds: number): string {
  return new Date(now() + milliseconds).toISOString();
}
