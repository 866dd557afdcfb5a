/**
 * A non-negative number with one or two decimal places, in the notation of JSON, without trailing zeros. Integers are
 * converted to text several times as fast as fractions, and each call has four such numbers.
 * @param parts the fractions of a unit: 10 for one decimal place, 100 for two
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
