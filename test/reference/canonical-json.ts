/**
 * A second implementation of RFC 8785, written from its text: members by UTF-16 code units, manual escapes, numbers as
 * in ECMAScript.
 */
export function referenceCanonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return Object.is(value, -0) ? '0' : String(value);
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(referenceCanonicalJson).join(',')}]`;
  const members = Object.entries(value as object).sort(([one], [other]) => byCodeUnits(one, other));
  return `{${members.map(([name, member]) => `${quoted(name)}:${referenceCanonicalJson(member)}`).join(',')}}`;
}

const SHORT: Readonly<Record<number, string>> = {
  8: '\\b',
  9: '\\t',
  10: '\\n',
  12: '\\f',
  13: '\\r',
  34: '\\"',
  92: '\\\\',
};

function quoted(text: string): string {
  let out = '"';
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    out += SHORT[unit] ?? (unit < 32 ? `\\u${unit.toString(16).padStart(4, '0')}` : text.charAt(at));
  }
  return `${out}"`;
}

function byCodeUnits(one: string, other: string): number {
  for (let at = 0; at < Math.min(one.length, other.length); at += 1) {
    const difference = one.charCodeAt(at) - other.charCodeAt(at);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
