/** The Shannon entropy of the characters of a text, in bits a character; 0 for an empty text. */
export function characterEntropy(text: string): number {
  const counts = new Map<number, number>();
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
