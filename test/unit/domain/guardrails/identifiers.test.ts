import { describe, expect, it } from 'vitest';
import type { EmbeddedDetector } from '../../../../domain/guardrails/detectors.ts';
import { createTestScanner } from '../../../../testing/guardrails/create-test-scanner.ts';

/** The found texts of a detector with their kinds. */
function foundIn(detector: EmbeddedDetector, text: string, words: readonly string[] = []): string[] {
  return createTestScanner(
    [detector],
    words,
  )(text).matches.map(({ kind, start, end }) => `${kind} ${Array.from(text).slice(start, end).join('')}`);
}

describe('card', () => {
  it.each([
    ['4111111111111111', ['visa 4111111111111111']],
    ['pay 5555 5555 5555 4444.', ['mastercard 5555 5555 5555 4444']],
    ['2223-0031-2200-3222', ['mastercard 2223-0031-2200-3222']],
    ['3782 822463 10005', ['american-express 3782 822463 10005']],
    ['3056 930902 5904', ['diners-club 3056 930902 5904']],
    ['6011111111111117', ['discover 6011111111111117']],
    ['3530111333300000', ['jcb 3530111333300000']],
    ['6200000000000005', ['unionpay 6200000000000005']],
    ['카드 4111111111111111입니다', ['visa 4111111111111111']],
  ])('is found: %s', (text, found) => {
    expect(foundIn('card', text)).toEqual(found);
  });

  it.each([
    ['a wrong check digit', '4111111111111112'],
    ['no issuer', '9111111111111111'],
    ['groups of three', '411 111 111 111 1111'],
    ['two kinds of separators', '4111 1111-1111 1111'],
    ['a longer number', '41111111111111111'],
    ['a part of a word', 'a4111111111111111'],
    ['a decimal number', '0.4111111111111111'],
    ['a price', '4111111111111111.25'],
    ['a group of a UUID', '4111-4111111111111111'],
  ])('is not found: %s', (_name, text) => {
    expect(foundIn('card', text)).toEqual([]);
  });
});

describe('iban', () => {
  it.each([
    ['DE89370400440532013000', ['iban DE89370400440532013000']],
    ['to GB82 WEST 1234 5698 7654 32, please', ['iban GB82 WEST 1234 5698 7654 32']],
    ['NO9386011117947', ['iban NO9386011117947']],
    ['MT84MALT011000012345MTLCAST001S', ['iban MT84MALT011000012345MTLCAST001S']],
    ['FR14 2004 1010 0505 0001 3M02 606 IST', ['iban FR14 2004 1010 0505 0001 3M02 606']],
  ])('is found: %s', (text, found) => {
    expect(foundIn('iban', text)).toEqual(found);
  });

  it.each([
    ['wrong check digits', 'DE88370400440532013000'],
    ['too short', 'DE8937040044053201300'],
    ['too long', 'DE893704004405320130001'],
    ['no country of the registry', 'US89370400440532013000'],
    ['small letters', 'de89370400440532013000'],
    ['a part of a word', 'XDE89370400440532013000'],
  ])('is not found: %s', (_name, text) => {
    expect(foundIn('iban', text)).toEqual([]);
  });
});

describe('email', () => {
  it.each([
    ['write to ann@mail.kr.', ['email ann@mail.kr']],
    ['mailto:jose.garcia+x@acme.com.br', ['email jose.garcia+x@acme.com.br']],
    ['to=m_weber@kontor-nord.de&x', ['email m_weber@kontor-nord.de']],
    ["'kim@xn--bcher-kva.xn--p1ai'", ['email kim@xn--bcher-kva.xn--p1ai']],
  ])('is found: %s', (text, found) => {
    expect(foundIn('email', text)).toEqual(found);
  });

  it.each([
    ['a domain for documents', 'ann@example.com ann@mail.example ann@a.test'],
    ['a package', 'lodash@4.17.21 @scope/name@1.0.0'],
    ['a repository', 'git@github.com:acme/app.git'],
    ['the user of a URL', 'postgres://user:secret@db.acme.com/app'],
    ['an image', 'logo@2x.png'],
    ['no top-level domain', 'root@server'],
    ['a decorator', '@Injectable() x'],
  ])('is not found: %s', (_name, text) => {
    expect(foundIn('email', text)).toEqual([]);
  });
});

describe('jwt', () => {
  const header = Buffer.from('{"alg":"none"}').toString('base64url');
  const claims = Buffer.from('{"sub":"1"}').toString('base64url');

  it('is found with and without a signature', () => {
    expect(foundIn('jwt', `Bearer ${header}.${claims}.c2ln`)).toEqual([`jwt ${header}.${claims}.c2ln`]);
    expect(foundIn('jwt', `${header}.${claims}.`)).toEqual([`jwt ${header}.${claims}.`]);
  });

  it.each([
    ['two segments', `${header}.${claims}`],
    ['no algorithm', `${Buffer.from('{"typ":"x"}').toString('base64url')}.${claims}.c2ln`],
    ['no JSON', `eyJ4eHh4.${claims}.c2ln`],
    ['a part of a word', `x${header}.${claims}.c2ln`],
  ])('is not found: %s', (_name, text) => {
    expect(foundIn('jwt', text)).toEqual([]);
  });
});

describe('crypto_address', () => {
  const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  const taproot = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';

  it('is found with both checksums', () => {
    expect(foundIn('crypto_address', `${segwit}, ${taproot}`)).toEqual([`bitcoin ${segwit}`, `bitcoin ${taproot}`]);
  });

  it('is not found with a wrong character, or in a word', () => {
    expect(foundIn('crypto_address', `${segwit.slice(0, -1)}5 x${segwit} ${segwit}q`)).toEqual([]);
  });
});

describe('ip', () => {
  it.each([
    ['from 8.8.8.8.', ['ipv4 8.8.8.8']],
    ['84.10.2.1:8080', ['ipv4 84.10.2.1']],
    ['10.0.0.1', ['ipv4 10.0.0.1']],
    ['[2a00:1450:4001:82a::200e]', ['ipv6 2a00:1450:4001:82a::200e']],
    ['fe80:0:0:0:1:2:3:4', ['ipv6 fe80:0:0:0:1:2:3:4']],
  ])('is found: %s', (text, found) => {
    expect(foundIn('ip', text)).toEqual(found);
  });

  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '192.0.2.7',
    '203.0.113.9',
    '256.1.1.1',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '2001:db8::1:2:3',
    'std::cout',
    '12:30:45',
    'a::b',
  ])('is not found: %s', (text) => {
    expect(foundIn('ip', text)).toEqual([]);
  });
});

describe('entropy', () => {
  it('is found in random words, by alphabet', () => {
    expect(foundIn('entropy', 'x = "a9f3c4d1e8b7206f5a1d" y = "Zk3pQ9vXw7RtLm2NcB5yHd8sJf4G"')).toEqual([
      'hex a9f3c4d1e8b7206f5a1d',
      'base64 Zk3pQ9vXw7RtLm2NcB5yHd8sJf4G',
    ]);
  });

  it.each([
    'a9f3c4d1e8b7206f5a1',
    '11111111111111111111',
    'internationalization-of-names',
    '123e4567-e89b-42d3-a456-426614174000',
  ])('is not found: %s', (text) => {
    expect(foundIn('entropy', text)).toEqual([]);
  });
});

describe('words', () => {
  const words = ['project falcon', 'Ünal', '비밀', 'falcon'];

  it('are found in any case, as whole words, the longer one of two', () => {
    expect(foundIn('words', 'PROJECT Falcon and falcon; ÜNAL (비밀)', words)).toEqual([
      'word PROJECT Falcon',
      'word falcon',
      'word ÜNAL',
      'word 비밀',
    ]);
  });

  it('are not found in longer words', () => {
    expect(foundIn('words', 'falcons megafalcon falcon_x 비밀번호 éfalcon', words)).toEqual([]);
  });
});

it('an account number that contains a card number is reported once', () => {
  const text = 'IL12 6206 5684 8235 1275 160';
  expect(createTestScanner(['card', 'iban'])(text).matches).toEqual([
    { detector: 'iban', kind: 'iban', start: 0, end: 28, masked: 'IL12******' },
  ]);
});

it('offsets count characters, not UTF-16 units', () => {
  expect(createTestScanner(['email'])('🙂🙂 ann@mail.kr').matches).toEqual([
    { detector: 'email', kind: 'email', start: 3, end: 14, masked: 'an******' },
  ]);
});
