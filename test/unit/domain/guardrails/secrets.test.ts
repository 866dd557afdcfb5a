import { describe, expect, it } from 'vitest';
import { SECRET_RULES } from '../../../../domain/guardrails/secrets/secret-rules.ts';
import { makeToken } from '../../../../store/tenancy/credential-token.ts';
import { fillForm } from '../../../../testing/guardrails/fill-form.ts';
import { SECRET_FORMS } from '../../../../testing/guardrails/secret-forms.ts';
import { createTestScanner } from '../../../../testing/guardrails/create-test-scanner.ts';
import { createRandom } from '../../../../testing/random.ts';

const scan = createTestScanner(['secrets']);
const kindsIn = (text: string): string[] => scan(text).matches.map(({ kind }) => kind);

it('every rule has a documented form, and no id is used twice', () => {
  const ids = SECRET_RULES.map(({ id }) => id);
  expect(ids.toSorted()).toEqual([...SECRET_FORMS.map(({ rule }) => rule), 'truetally-key'].toSorted());
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBe(119);
});

describe.each(SECRET_FORMS)('$rule', ({ rule, forms, context = '' }) => {
  const random = createRandom(rule.length);
  const secrets = forms.flatMap((form) => [fillForm(form, random), fillForm(form, random)]);

  it('is found with its exact place', () => {
    for (const secret of secrets) {
      const before = `{"note": "${context}`;
      const text = `${before}${secret}", "n": 1}`;
      expect(scan(text).matches.map(({ kind, start, end }) => ({ kind, text: text.slice(start, end) }))).toEqual([
        { kind: rule, text: secret },
      ]);
    }
  });

  it('is not found in a longer word, or without the name of its service', () => {
    for (const secret of secrets) expect(kindsIn(context === '' ? `x${secret}` : `note: ${secret}`)).toEqual([]);
  });

  it('is not found if it is too short', () => {
    for (const form of forms) {
      const longest = Math.max(...[...form.matchAll(/:(\d+)>/g)].map(([, length]) => Number(length)), 12);
      const short = form
        .replaceAll('<uuid>', '<hex:8>-<hex:4>-<hex:4>-<hex:4>-<hex:12>')
        .replace(`:${longest}>`, `:${Math.floor(longest / 5)}>`);
      expect(kindsIn(`${context}${fillForm(short, random)}`)).toEqual([]);
    }
  });
});

describe('a key of Truetally', () => {
  it.each(['management', 'runtime', 'plane', 'virtual'] as const)('is found: %s', (kind) => {
    const { token } = makeToken(kind);
    expect(scan(`key=${token};`).matches).toEqual([
      {
        detector: 'secrets',
        kind: 'truetally-key',
        start: 4,
        end: 4 + token.length,
        masked: `${token.slice(0, 4)}******`,
      },
    ]);
  });

  it('is not found with a wrong checksum', () => {
    const { token } = makeToken('virtual');
    const last = token.at(-1) === '0' ? '1' : '0';
    expect(kindsIn(`key=${token.slice(0, -1)}${last}`)).toEqual([]);
  });
});

describe('a private key', () => {
  const body = fillForm('<base64:64>\n<base64:64>\n<base64:20>==', createRandom(3));
  const label = (kind: string, text: string, end = `-----END ${kind}-----`): string =>
    `-----BEGIN ${kind}-----\n${text}\n${end}`;

  it.each(['RSA PRIVATE KEY', 'PRIVATE KEY', 'OPENSSH PRIVATE KEY', 'EC PRIVATE KEY', 'PGP PRIVATE KEY BLOCK'])(
    'is found whole: %s',
    (kind) => {
      const pem = label(kind, body);
      expect(scan(`before\n${pem}\nafter`).matches).toEqual([
        { detector: 'secrets', kind: 'private-key', start: 7, end: 7 + pem.length, masked: '----******' },
      ]);
    },
  );

  it('is found with escaped line breaks, and if it breaks off', () => {
    expect(kindsIn(JSON.stringify({ key: label('PRIVATE KEY', body) }))).toEqual(['private-key']);
    expect(kindsIn(label('PRIVATE KEY', body, ''))).toEqual(['private-key']);
  });

  it.each([
    ['a public key', label('PUBLIC KEY', body)],
    ['a certificate', label('CERTIFICATE', body)],
    ['a placeholder', label('PRIVATE KEY', 'MIIE...')],
    ['a label alone', '-----BEGIN PRIVATE KEY-----'],
  ])('is not found: %s', (_name, text) => {
    expect(kindsIn(text)).toEqual([]);
  });
});

describe('a placeholder', () => {
  it.each([
    `ghp_${'x'.repeat(36)}`,
    `ghp_${'a'.repeat(36)}`,
    'AKIAIOSFODNN7EXAMPLE',
    `sk_test_your_key_here_1234567890abcd`,
    `dop_v1_${'0123456789abcdef'.repeat(4)}`,
  ])('is not found: %s', (text) => {
    expect(kindsIn(`key: ${text}`)).toEqual([]);
  });
});

it('a secret behind an escaped line break is found', () => {
  expect(kindsIn(String.raw`"first\n${fillForm('ghp_<alnum:36>', createRandom(1))}"`)).toEqual([
    'github-personal-token',
  ]);
});

it('two secrets on a line are both found', () => {
  const random = createRandom(2);
  const text = `${fillForm('hf_<letter:34>', random)},${fillForm('npm_<alnum:36>', random)}`;
  expect(kindsIn(text)).toEqual(['hugging-face-token', 'npm-token']);
});
