/** The shortest decimal, without an exponent, that parses to this finite number. */
export function plainDecimal(number: number): string {
  const text = String(number);
  const [mantissa = '', exponent] = text.split('e');
  if (exponent === undefined) return text;
  const negative = mantissa.startsWith('-');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  const plain = point <= 0 ? `0.${'0'.repeat(-point)}${digits}` : digits.padEnd(point, '0');
  return negative ? `-${plain}` : plain;
}
