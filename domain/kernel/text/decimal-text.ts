/**
 * A number of at least 0 with one decimal place or two, as JSON writes it, without zeros at its end. Texts of whole
 * numbers are made several times as fast as those of fractions, and each call has four.
 * @param parts how many parts a whole has: 10 for one decimal place, 100 for two
 */
export function decimalText(value: number, parts: 10 | 100): string {
  const scaled = Math.round(value * parts);
  const rest = scaled % parts;
  const whole = (scaled - rest) / parts;
  if (rest === 0) return String(whole);
  if (parts === 10) return `${whole}.${rest}`;
  if (rest % 10 === 0) return `${whole}.${rest / 10}`;
  return rest < 10 ? `${whole}.0${rest}` : `${whole}.${rest}`;
}
