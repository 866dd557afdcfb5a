/** The members of an object in JSON, without its braces. */
export function membersOf(value: object): string {
  return JSON.stringify(value).slice(1, -1);
}
