/**
 * The whole nano-USD of an amount in USD, as a decimal text: `25.50` is `25500000000`. Undefined if the text has
 * another form or more than nine decimal places.
 */
export function parseDollars(text: string): string | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,9}))?$/.exec(text);
  return match === null ? undefined : BigInt(`${match[1]}${(match[2] ?? '').padEnd(9, '0')}`).toString();
}
