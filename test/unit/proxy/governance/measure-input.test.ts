import { describe, expect, it } from 'vitest';
import { measureInput } from '../../../../proxy/governance/measure-input.ts';

/** Of a body with one member of one letter, which is two values and a third of a token. */
function tokensOf(value: unknown): number {
  return measureInput({ p: value }).tokens;
}

const IMAGE = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(900_000) } };
const PROSE = 'What a person writes. '.repeat(100);

describe('the most tokens that a request sends', () => {
  it.each([
    ['three characters of ASCII to a token', 'x'.repeat(299), 102],
    ['one for a character of two bytes', 'ж'.repeat(300), 303],
    ['five thirds for one of three', '字'.repeat(300), 503],
    ['two for one of four', '🦊'.repeat(300), 603],
    ['one for a number, such as the id of a token', [[1, 2, 100_256], [4]], 9],
    ['one for what surrounds a value, and its name', { ab: 'x', cd: null, ef: true }, 8],
  ])('has %s', (_, value, tokens) => {
    expect(tokensOf(value)).toBe(tokens);
  });

  it('has 40,000 characters of Chinese as more than as many tokens', () => {
    expect(measureInput({ messages: [{ role: 'user', content: '字'.repeat(40_000) }] }).tokens).toBe(66_680);
  });

  it('has what a provider says about tools, where there are any', () => {
    const named = (tools: unknown) => measureInput({ tools }).tokens;
    expect(named([{}]) - named([])).toBe(1_001);
  });

  it.each<[string, object, number]>([
    ['a picture', IMAGE, 5_000],
    ['a picture', { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(9_000)}` } }, 5_000],
    ['a picture', { type: 'input_image', image_url: 'https://example.com/a.png' }, 5_000],
    ['speech', { type: 'input_audio', input_audio: { data: 'A'.repeat(9_000), format: 'wav' } }, 10_000],
    ['a document', { type: 'document', source: { type: 'base64', data: 'A'.repeat(9_000) } }, 50_000],
    ['a document', { type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' } }, 50_000],
    ['a document', { type: 'file', file: { file_data: 'data:application/pdf;base64,AAAA' } }, 50_000],
    ['a document', { type: 'input_file', file_id: 'file_1' }, 50_000],
  ])('has the declared amount for %s: %j', (_, part, tokens) => {
    expect(tokensOf(part)).toBeGreaterThanOrEqual(tokens);
    expect(tokensOf(part)).toBeLessThan(tokens + 50);
  });

  it.each<[string, object]>([
    ['a document that is a text', { type: 'document', source: { type: 'text', data: PROSE } }],
    ['what is named as a medium is', { type: 'search', data: PROSE, url: PROSE }],
    ['a type alone', { type: 'image', data: PROSE }],
  ])('has words as words, and no medium, in %s', (_, part) => {
    expect(tokensOf(part)).toBeGreaterThan(PROSE.length / 3);
    expect(tokensOf(part)).toBeLessThan(5_000);
  });

  it('has words as words where those of a medium belong', () => {
    const spoken = { ...IMAGE, source: { ...IMAGE.source, data: PROSE } };
    expect(tokensOf(spoken) - tokensOf({ ...IMAGE, source: { ...IMAGE.source, data: '' } })).toBeGreaterThan(
      PROSE.length / 3,
    );
  });
});

describe('what a provider is asked to keep', () => {
  it.each([
    [{ system: [{ type: 'text', text: 'a', cache_control: { type: 'ephemeral' } }] }, 'minutes'],
    [{ cache_control: { type: 'ephemeral', ttl: '1h' }, tools: [{ cache_control: { type: 'ephemeral' } }] }, 'hour'],
    [{ tools: [{ cache_control: { type: 'ephemeral', ttl: '5m' } }] }, 'minutes'],
    [{ system: [{ type: 'text', text: 'cache_control', cache_control: null }] }, undefined],
  ])('is known by its mark: %j', (body, keptFor) => {
    expect(measureInput(body).keptFor).toBe(keptFor);
  });
});
