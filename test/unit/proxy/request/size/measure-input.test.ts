import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureInput, type MeasuredInput } from '../../../../../proxy/request/size/measure-input.ts';
import { hostileBodies } from '../../../../../testing/gateway/hostile-bodies.ts';

type Body = Readonly<Record<string, unknown>>;

/** The measured input, as read from the bytes of a request. */
function measured(text: string): MeasuredInput {
  return measureInput(JSON.parse(text) as Body, { bytes: Buffer.byteLength(text), characters: text.length });
}

function measuredOf(body: object): MeasuredInput {
  return measured(JSON.stringify(body));
}

/** The tokens of a body with one member, minus those of a body with an empty member. */
function beyond(value: unknown, empty: unknown = ''): number {
  return measuredOf({ p: value }).tokens - measuredOf({ p: empty }).tokens;
}

/** The tokens of a content part in a turn, minus those of a turn with an empty list of parts. */
function ofPart(part: object): number {
  return measuredOf({ messages: [{ content: [part] }] }).tokens - measuredOf({ messages: [{ content: [] }] }).tokens;
}

const PICTURE = 'A'.repeat(900_000);
const IMAGE = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PICTURE } };
const PROSE = 'What a person writes. '.repeat(100);

describe('the maximum tokens of a request', () => {
  it.each<[string, unknown, number]>([
    ['two for five characters of ASCII', 'x'.repeat(300), 120],
    ['six for five characters of two bytes', 'ж'.repeat(300), 360],
    ['two for one of three', '字'.repeat(300), 600],
    ['twelve for five of four', '🦊'.repeat(300), 720],
    ['twelve for five that are escaped', '\u0001'.repeat(300), 720],
  ])('has %s', (_, value, tokens) => {
    expect(beyond(value)).toBe(tokens);
  });

  it.each<[string, string, number]>([
    ['one or more for each number of one digit', `{"p":[${'7,'.repeat(300)}7]}`, 360],
    ['two for five further digits', `{"p":[${'1'.repeat(3_001)}]}`, 1_200],
    ['two for five blanks between values', `{"p":[${' '.repeat(3_000)}7]}`, 1_200],
    ['twelve for five escaped letters', `{"p":["${String.raw`\u0041`.repeat(300)}"]}`, 721],
    ['its names as its texts', `{"p":[{"${'n'.repeat(3_000)}":0}]}`, 1_203],
  ])('has %s', (_, text, tokens) => {
    expect(measured(text).tokens - measured('{"p":[0]}').tokens).toBe(tokens);
  });

  it('has more than 40,000 tokens for 40,000 characters of Chinese', () => {
    expect(measuredOf({ messages: [{ role: 'user', content: '字'.repeat(40_000) }] }).tokens).toBe(80_020);
  });

  it('includes the provider’s text about tools, if there are any', () => {
    expect(measuredOf({ tools: [{}] }).tokens - measuredOf({ tools: [] }).tokens).toBe(2_001);
  });
});

describe('the provider’s additional text', () => {
  it.each(['response_format', 'output_format', 'output_config', 'text'])('is reserved for a form: %s', (name) => {
    expect(measuredOf({ [name]: {} }).tokens - measuredOf({ [name]: [] }).tokens).toBe(500);
  });
});

describe('a medium', () => {
  it.each<[string, object, number]>([
    ['a picture', IMAGE, 5_000],
    ['a picture', { type: 'image_url', image_url: { url: `data:image/png;base64,${PICTURE}` } }, 5_000],
    ['a picture', { type: 'image_url', image_url: `data:image/JPEG;name=a.jpg;base64,${PICTURE}` }, 5_000],
    ['a picture', { type: 'input_image', image_url: 'https://example.com/a.png' }, 5_000],
    ['a picture', { type: 'input_image', file_id: 'file_1' }, 5_000],
    ['speech', { type: 'input_audio', input_audio: { data: 'A'.repeat(900_000), format: 'wav' } }, 10_000],
    ['longer speech', { type: 'input_audio', input_audio: { data: 'A'.repeat(2_600_000), format: 'mp3' } }, 20_000],
    ['a document', { type: 'document', source: { type: 'base64', data: 'A'.repeat(9_000) } }, 50_000],
    ['a longer document', { type: 'document', source: { type: 'base64', data: 'A'.repeat(600_000) } }, 100_000],
    ['a document', { type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' } }, 50_000],
    ['a document', { type: 'file', file: { file_data: 'data:application/pdf;base64,AAAA' } }, 50_000],
    ['a document', { type: 'input_file', file_id: 'file_1' }, 50_000],
  ])('has the declared amount: %s', (_, part, tokens) => {
    expect(ofPart(part)).toBeGreaterThanOrEqual(tokens);
    expect(ofPart(part)).toBeLessThan(tokens + 50);
  });

  it.each<[string, object, number, boolean]>([
    ['a picture', { inlineData: { mimeType: 'image/png', data: PICTURE } }, 5_000, false],
    ['a picture, in the other spelling', { inline_data: { mime_type: 'image/png', data: PICTURE } }, 5_000, false],
    ['speech', { inlineData: { mimeType: 'audio/mp3', data: 'A'.repeat(2_600_000) } }, 20_000, false],
    ['a document', { inlineData: { mimeType: 'application/pdf', data: 'A'.repeat(600_000) } }, 100_000, false],
    ['a video, which may be of any length', { inlineData: { mimeType: 'video/mp4', data: PICTURE } }, 50_000, true],
    ['a file', { fileData: { fileUri: 'https://example.com/a', mimeType: 'video/mp4' } }, 50_000, true],
    ['a file without a type', { file_data: { file_uri: 'https://example.com/a' } }, 50_000, true],
    ['a picture in a file', { fileData: { fileUri: 'https://example.com/a', mimeType: 'image/png' } }, 5_000, false],
  ])('of Gemini has the declared amount: %s', (_, part, tokens, isFetched) => {
    const of = (parts: object[]): MeasuredInput => measuredOf({ contents: [{ role: 'user', parts }] });
    const beyondNone = of([part]).tokens - of([]).tokens;
    expect(beyondNone).toBeGreaterThanOrEqual(tokens);
    expect(beyondNone).toBeLessThan(tokens + 70);
    expect(of([part]).fetchesMedia).toBe(isFetched);
  });

  it.each<[string, object]>([
    ['two types', { inlineData: { mimeType: 'image/png', mime_type: 'text/plain', data: PICTURE } }],
    ['a text', { inlineData: { mimeType: 'text/plain', data: PICTURE } }],
    ['no type', { inlineData: { data: PICTURE } }],
    ['a text that is not Base64', { inlineData: { mimeType: 'image/png', data: `${PICTURE}!` } }],
    ['arguments of a call', { functionCall: { args: { inlineData: { mimeType: 'image/png', data: PICTURE } } } }],
  ])('of Gemini is text if it has %s', (_, part) => {
    expect(measuredOf({ contents: [{ role: 'user', parts: [part] }] }).tokens).toBeGreaterThan(360_000);
  });

  it.each<[string, object]>([
    ['messages', { messages: [{ content: [IMAGE] }] }],
    ['results of tools', { messages: [{ content: [{ type: 'tool_result', content: [IMAGE] }] }] }],
    ['documents of parts', { messages: [{ content: [{ type: 'document', source: { content: [IMAGE] } }] }] }],
    ['system blocks', { system: [IMAGE] }],
    ['input items', { input: [{ content: [IMAGE] }] }],
    ['outputs of functions', { input: [{ type: 'function_call_output', output: [IMAGE] }] }],
    [
      'screenshots',
      { input: [{ output: { type: 'computer_screenshot', image_url: `data:image/png;base64,${PICTURE}` } }] },
    ],
    ['generated pictures', { input: [{ type: 'image_generation_call', result: PICTURE }] }],
  ])('is recognized among content parts: %s', (_, body) => {
    expect(measuredOf(body)).toMatchObject({ images: 1 });
    expect(measuredOf(body).tokens).toBeLessThan(5_100);
  });

  it.each<[string, object]>([
    ['a schema of a tool', { tools: [{ name: 'a', input_schema: { properties: { a: IMAGE } } }] }],
    ['the default of a schema', { tools: [{ name: 'a', input_schema: { default: [{ content: [IMAGE] }] } }] }],
    ['arguments of a call', { messages: [{ content: [{ type: 'tool_use', input: { content: [IMAGE] } }] }] }],
    ['metadata', { metadata: IMAGE }],
    ['a member of a medium', { messages: [{ content: [{ ...IMAGE, source: { url: 'a', more: IMAGE } }] }] }],
    ['another member of the part', { messages: [{ content: [{ ...IMAGE, source: { url: 'a' }, data: PICTURE }] }] }],
    ['another type of part', { messages: [{ content: [{ type: 'text', source: IMAGE.source }] }] }],
    ['a list in place of a body of parts', { messages: [{ content: [[IMAGE]] }] }],
    ['a turn below a turn', { messages: [{ messages: [{ content: [IMAGE] }] }] }],
  ])('is text in any other position: %s', (_, body) => {
    expect(measuredOf(body).tokens).toBeGreaterThan(PICTURE.length / 2.5);
  });

  const TEXT = PROSE.repeat(100);
  const BASE64 = Buffer.from(TEXT).toString('base64');
  it.each<[string, object]>([
    ['a document that is a text', { type: 'document', source: { type: 'text', media_type: 'text/plain', data: TEXT } }],
    ['a data URL of text', { type: 'file', file: { file_data: `data:text/plain,${TEXT}` } }],
    ['a data URL of text in Base64', { type: 'file', file: { file_data: `data:text/plain;base64,${BASE64}` } }],
    ['an input file of text', { type: 'input_file', file_data: `data:text/csv;base64,${BASE64}` }],
    ['a picture of no Base64', { ...IMAGE, source: { ...IMAGE.source, data: TEXT } }],
    ['a picture that claims to be text', { ...IMAGE, source: { ...IMAGE.source, media_type: 'text/plain' } }],
    [
      'speech in a format that is not text',
      { type: 'input_audio', input_audio: { data: TEXT, format: { toString: 1 } } },
    ],
    ['a text as an address', { type: 'input_image', image_url: TEXT }],
    ['the name of a medium', { type: 'search', data: TEXT, url: TEXT }],
  ])('is counted as its text: %s', (_, part) => {
    const { length } = JSON.stringify(part);
    expect(ofPart(part)).toBeGreaterThanOrEqual(Math.floor(length / 2.5));
    expect(ofPart(part)).toBeLessThan(length / 2.5 + 10_100);
  });

  it('has its own price for speech', () => {
    const part = { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } };
    expect(measuredOf({ messages: [{ content: [part, part] }] }).audioTokens).toBe(20_000);
  });

  it.each<[string, object, boolean]>([
    ['a document by its address', { type: 'document', source: { type: 'url', url: 'https://example.com' } }, true],
    ['a document by its id', { type: 'document', source: { type: 'file', file_id: 'file_1' } }, true],
    ['a file by its id', { type: 'file', file: { file_id: 'file_1' } }, true],
    ['a file by its address', { type: 'input_file', file_url: 'https://example.com/a.pdf' }, true],
    ['an address in place of data', { type: 'file', file: { file_data: 'https://example.com/a.pdf' } }, true],
    ['files for code', { type: 'container_upload', file_id: 'file_1' }, true],
    ['a video', { type: 'video_url', video_url: { url: 'https://example.com/a.mp4' } }, true],
    ['a document in the body', { type: 'document', source: { type: 'base64', data: 'AAAA' } }, false],
    ['a picture by its address', { type: 'input_image', image_url: 'https://example.com/a.png' }, false],
  ])('may have any length if the provider fetches it: %s', (_, part, fetchesMedia) => {
    expect(measuredOf({ input: [{ content: [part] }] }).fetchesMedia).toBe(fetchesMedia);
  });

  it('is found by reading each character once', () => {
    const almost = { ...IMAGE, source: { ...IMAGE.source, data: `${'\n'.repeat(1_000_000)}!` } };
    expect(ofPart(almost)).toBeGreaterThan(800_000);
  });
});

describe('a body of any form', () => {
  it('has a token per six bytes outside of real media', () => {
    fc.assert(
      fc.property(hostileBodies(), ({ text, mediaBytes }) => {
        const { tokens } = measured(text);
        expect(tokens).toBeGreaterThanOrEqual((Buffer.byteLength(text) - mediaBytes) / 6);
      }),
    );
  });
});

describe('a request for stored content', () => {
  it.each([
    [{ system: [{ type: 'text', text: 'a', cache_control: { type: 'ephemeral' } }] }, 'minutes'],
    [{ cache_control: { type: 'ephemeral', ttl: '1h' }, tools: [{ cache_control: { type: 'ephemeral' } }] }, 'hour'],
    [{ tools: [{ cache_control: { type: 'ephemeral', ttl: '5m' } }] }, 'minutes'],
    [{ system: [{ type: 'text', text: 'cache_control', cache_control: null }] }, undefined],
  ])('is recognized by its mark: %j', (body, keptFor) => {
    expect(measuredOf(body).keptFor).toBe(keptFor);
  });
});
