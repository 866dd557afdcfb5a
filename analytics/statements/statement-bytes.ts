/** An upper bound for the text that the client appends to select the output format. */
const FORMAT_BYTES = 1_000;

/**
 * The value of `max_query_size` that admits a statement of any length. Its default would refuse a statement with a long
 * list of literals.
 */
export function statementBytes(sql: string): string {
  return String(Buffer.byteLength(sql) + FORMAT_BYTES);
}
