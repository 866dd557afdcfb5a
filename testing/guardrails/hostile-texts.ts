import { SECRET_RULES } from '../../domain/guardrails/secrets/secret-rules.ts';

const KEYWORDS = SECRET_RULES.flatMap((rule) => rule.keywords);

/** Texts of a number of UTF-16 units, by name, that make a detector read as much as possible. */
export function hostileTexts(size: number): readonly (readonly [string, string])[] {
  const repeated = (piece: string): string => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
  return [
    ['one letter', repeated('a')],
    ['digits', repeated('4')],
    ['digits in groups', repeated('4111 1111 ')],
    ['at signs', repeated('@')],
    ['addresses without end', repeated('a@a.a')],
    ['keywords', repeated(`${KEYWORDS.join(' ')} `)],
    ['keywords in one word', repeated(KEYWORDS.join('/'))],
    ['a keyword with a long word', repeated(' sk-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')],
    ['a keyword that a word can contain', repeated('.sk-a')],
    ['names of services', repeated('datadog okta notion ')],
    ['a name of a service, packed', repeated('okta')],
    ['headers of private keys', repeated('-----BEGIN PRIVATE KEY-----')],
    ['private keys without end', `-----BEGIN PRIVATE KEY-----${repeated('-BEGIN ')}`],
    ['headers of web tokens', repeated('eyJ.')],
    ['headers of web tokens that are no JSON', repeated('eyJaaaaaaaaaaaaa.')],
    ['one long web token', repeated('eyJhbGciOiJub25lIn0')],
    ['countries', repeated('DE89 ')],
    ['account numbers', repeated('DE89370400440532013000 ')],
    ['prefixes of addresses', repeated('bc1q ltc1 addr1 ')],
    ['colons', repeated('::')],
    ['emoji', repeated('🙂')],
  ];
}
