import type { TextFinding, Findings } from '../text/text-finding.ts';
import { isWordUnit, unitSet } from '../text/word-characters.ts';

const isAddressUnit = unitSet('0123456789abcdefABCDEF.:');

/** The longest text of an address: eight groups of IPv6, the last two as IPv4. */
const MAX_LENGTH = 45;

/** Finds addresses of IPv4 and IPv6, except those that are only for one machine or for documents. */
export function findIpAddresses(text: string): Findings {
  const found: TextFinding[] = [];
  for (let start = 0; start < text.length; start += 1) {
    if (!isAddressUnit(text.charCodeAt(start))) continue;
    let end = start;
    while (end < text.length && isAddressUnit(text.charCodeAt(end))) end += 1;
    const kind = kindAt(text, start, end);
    if (kind !== undefined) found.push({ kind: kind.name, start, end: kind.end });
    start = end;
  }
  return { found, steps: text.length };
}

function kindAt(text: string, start: number, end: number): { readonly name: string; readonly end: number } | undefined {
  if (start > 0 && isWordUnit(text.charCodeAt(start - 1))) return undefined;
  if (end < text.length && isWordUnit(text.charCodeAt(end))) return undefined;
  if (end - start > MAX_LENGTH + 8) return undefined;
  // A full stop or a colon behind an address ends a sentence; a port behind an address of IPv4 is no part of it.
  const run = text.slice(start, end).replace(/[.:]$/, '');
  const withoutPort = run.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  if (isPublicV4(withoutPort)) return { name: 'ipv4', end: start + withoutPort.length };
  return isPublicV6(run) ? { name: 'ipv6', end: start + run.length } : undefined;
}

function octetsOf(text: string): number[] | undefined {
  const parts = text.split('.');
  const octets = parts.map(Number);
  const isValid =
    parts.length === 4 &&
    parts.every((part, index) => /^(?:0|[1-9]\d{0,2})$/.test(part) && (octets[index] ?? 256) < 256);
  return isValid ? octets : undefined;
}

function isPublicV4(text: string): boolean {
  const [one, two, three] = octetsOf(text) ?? [];
  if (one === undefined || one === 0 || one === 127 || one === 255) return false;
  return !['192.0.2', '198.51.100', '203.0.113'].includes(`${one}.${two ?? ''}.${three ?? ''}`);
}

function isPublicV6(text: string): boolean {
  if (text.length > MAX_LENGTH || /^2001:0?db8(?::|$)/i.test(text)) return false;
  const halves = text.split('::');
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1) ?? '';
  const hasV4 = octetsOf(last) !== undefined;
  const plain = hasV4 ? groups.slice(0, -1) : groups;
  if (!plain.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return false;
  const count = plain.length + (hasV4 ? 2 : 0);
  if (halves.length === 1) return count === 8;
  // Short texts such as `a::b` are names in programs, not addresses.
  return halves.length === 2 && count <= 7 && plain.length >= 3;
}
