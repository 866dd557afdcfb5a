import type { TextFinding, Findings } from '../text/text-finding.ts';
import { isLetterOrDigit, LETTERS_AND_DIGITS, unitSet } from '../text/word-characters.ts';

/** The characters of names in practice. Others are legal, and end something else, as in `to=ann@…`. */
const isLocalUnit = unitSet(`${LETTERS_AND_DIGITS}._%+-`);
const isDomainUnit = unitSet(`${LETTERS_AND_DIGITS}.-`);

const MAX_LOCAL = 64;
const MAX_DOMAIN = 253;

/** Two or more labels, and the last one is a top-level domain by its form. */
const DOMAIN = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,24}|xn--[A-Za-z0-9-]{2,59})$/;

/** Domains that are reserved for documents and tests (RFC 2606, RFC 6761). Their addresses belong to nobody. */
const RESERVED = /(?:^|\.)(?:example|test|invalid|localhost|local|internal|example\.(?:com|net|org))$/i;

/** Endings that look like a top-level domain in names of files, such as `logo@2x.png`. */
const FILE_ENDINGS = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|[cm]?[jt]sx?|css|scss|json|html?|ya?ml|toml|txt|lock|map)$/i;

/** Finds e-mail addresses of domains that can exist. */
export function findEmails(text: string): Findings {
  const found: TextFinding[] = [];
  let steps = text.length;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const start = startOfLocal(text, at);
    const end = endOfDomain(text, at + 1);
    steps += end - start;
    if (isAddress(text, start, at, end)) found.push({ kind: 'email', start, end });
  }
  return { found, steps };
}

function startOfLocal(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start <= MAX_LOCAL && isLocalUnit(text.charCodeAt(start - 1))) start -= 1;
  // Punctuation before an address belongs to the sentence, as in `-ann@…`.
  while (start < at && !isLetterOrDigit(text.charCodeAt(start)) && text[start] !== '_') start += 1;
  return start;
}

function endOfDomain(text: string, from: number): number {
  let end = from;
  while (end < text.length && end - from <= MAX_DOMAIN && isDomainUnit(text.charCodeAt(end))) end += 1;
  while (end > from && !isLetterOrDigit(text.charCodeAt(end - 1))) end -= 1;
  return end;
}

function isAddress(text: string, start: number, at: number, end: number): boolean {
  const length = at - start;
  if (length === 0 || length > MAX_LOCAL || end - at > MAX_DOMAIN + 1) return false;
  const local = text.slice(start, at);
  if (/\.\.|\.$/.test(local)) return false;
  const domain = text.slice(at + 1, end);
  if (!DOMAIN.test(domain) || RESERVED.test(domain) || FILE_ENDINGS.test(domain)) return false;
  // `git@host:path` names a repository, and `://name:password@host` the user of a URL.
  if (text[end] === ':' && /^(?:git|hg|svn)$/.test(local)) return false;
  const isBehindUrl =
    /[:/]/.test(text[start - 1] ?? '') && /:\/\/[^\s/@]*$/.test(text.slice(Math.max(0, start - MAX_LOCAL), start));
  return !isBehindUrl;
}
