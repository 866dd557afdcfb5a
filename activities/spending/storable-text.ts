/** The text in a form that Postgres can store: each NUL character and each unpaired surrogate is replaced. */
export function storableText(text: string): string {
  return Buffer.from(text.replaceAll('\0', '\uFFFD')).toString();
}
