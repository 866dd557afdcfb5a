import { describe, expect, it } from 'vitest';
import { redactConfiguration } from '../../../../domain/installation/redact-configuration.ts';

const FILE = `# The production gateway.
providers:
  - { name: openai, wire: openai, base_url: "https://api.openai.com/v1", api_key_env: OPENAI_API_KEY, models: ["gpt-*"] }
`;

describe('the text of a configuration file', () => {
  it('stays as it is if nothing in it is a secret', () => {
    expect(redactConfiguration(FILE, ['sk-provider-key'])).toEqual({ text: FILE, redactions: 0 });
  });

  it('has no key of a variable that the file names, in any place', () => {
    const text = `# old: hunter2hunter2, hunter2\nx: hunter2hunter2-more\n`;
    expect(redactConfiguration(text, ['hunter2hunter2', 'hunter2hunter2-more'])).toEqual({
      text: '# old: [redacted], hunter2\nx: [redacted]\n',
      redactions: 2,
    });
  });

  it.each([
    ['the user of a URL', 'https://ada:secret@api.test/v1', 'https://[redacted]@api.test/v1'],
    ['a key of the gateway', `ttk_${'0a'.repeat(38)}`, '[redacted]'],
    ['a token of this plane', `ttp_${'0a'.repeat(38)}AbC123`, '[redacted]'],
    ['a key of OpenAI or Anthropic', 'sk-ant-api03-abcdefghijklmnop', '[redacted]'],
    ['a key of Google', `AIza${'b'.repeat(35)}`, '[redacted]'],
    ['a key of AWS', 'AKIAABCDEFGHIJKLMNOP', '[redacted]'],
    ['a token of GitHub', `ghp_${'c'.repeat(36)}`, '[redacted]'],
    ['a token of Slack', 'xoxb-1234567890-abc', '[redacted]'],
    ['a web token', 'eyJhbGciOiJ.eyJzdWIiOiIx.c2lnbmF0dXJl', '[redacted]'],
    ['a private key', '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----', '[redacted]'],
    ['a private key without an end', '-----BEGIN PRIVATE KEY-----\nMIIE\n', '[redacted]'],
  ])('has no %s', (_, secret, shown) => {
    const end = secret.endsWith('\n') ? '' : '\n';
    expect(redactConfiguration(`# ${secret}${end}`, [])).toEqual({ text: `# ${shown}${end}`, redactions: 1 });
  });

  it.each(['desk-lamp-with-a-long-name', 'sk-short', 'tto_0123456789abcdef', 'eyJ.a.b', 'https://api.test/a@b'])(
    'keeps %s, which is no secret',
    (text) => {
      expect(redactConfiguration(text, [])).toEqual({ text, redactions: 0 });
    },
  );

  it('has no NUL, which no store accepts', () => {
    expect(redactConfiguration('# a\u0000b\n', [])).toEqual({ text: '# a\ufffdb\n', redactions: 0 });
  });

  it('is read in linear time, even if it consists of beginnings of secrets', () => {
    const text = ['eyJ-', 'sk-', '://'].map((beginning) => beginning.repeat(16_000)).join('\n');
    expect(redactConfiguration(text, []).text).toHaveLength(
      text.length - 'sk-'.repeat(16_000).length + '[redacted]'.length,
    );
  });
});
