/** A model that is asked for may have any name, and a header holds ASCII: what is none is percent-encoded. */
export function asciiText(text: string): string {
  return text.replaceAll(/[^ -~]/gu, encodeURIComponent);
}
