/** The members of an object as JSON, without the braces. */
export function jsonMembers(value: object): string {
  return JSON.stringify(value).slice(1, -1);
}
