/** A text as Postgres can keep it: it holds every character but one, which models write now and then. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}
