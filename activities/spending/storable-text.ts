/** A text as Postgres can keep it: without the one character that it has no place for, and without halves of others. */
export function storableText(text: string): string {
  return Buffer.from(text.replaceAll('\0', '\uFFFD')).toString();
}
