/** RFC 3339 UTC of the instant so many milliseconds from now, as a workflow knows now. */
export function instantAfter(milliseconds: number): string {
  // eslint-disable-next-line no-restricted-properties -- in a workflow this is the history's own time, equal at replay
  return new Date(Date.now() + milliseconds).toISOString();
}
