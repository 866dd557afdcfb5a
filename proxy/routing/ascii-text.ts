/**
 * A text for a header, which holds ASCII only: other characters are percent-encoded. A requested model can have any
 * name.
 */
export function asciiText(text: string): string {
  return text.replaceAll(/[^ -~]/gu, encodeURIComponent);
}
