import fc from 'fast-check';

/** The body of a request, and the number of its bytes that are media payloads in valid positions. */
export interface HostileBody {
  readonly text: string;
  readonly mediaBytes: number;
}

/** A piece of JSON for which a naive measurement is too small. */
interface Piece {
  readonly json: string;
  readonly mediaBytes: number;
}

const plain = (json: string): Piece => ({ json, mediaBytes: 0 });

const BASE64 = fc.string({
  unit: fc.constantFrom('A', 'B', 'c', 'd', '0', '9', '+', '/'),
  minLength: 0,
  maxLength: 2_000,
  size: 'max',
});

/** Texts in all forms that JSON has for them. */
const TEXTS = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400, size: 'max' }).map((text) => plain(JSON.stringify(text))),
  fc.integer({ min: 0, max: 500 }).map((times) => plain(`"${String.raw`\u0041`.repeat(times)}"`)),
  fc.integer({ min: 0, max: 500 }).map((times) => plain(`"${String.raw`\u5b57`.repeat(times)}"`)),
  BASE64.map((text) => plain(JSON.stringify(text))),
);

const NUMBERS = fc.oneof(
  fc.integer({ min: 1, max: 4_000 }).map((digits) => plain('9'.repeat(digits))),
  fc.integer({ min: 1, max: 1_000 }).map((digits) => plain(`-1.${'0'.repeat(digits)}e-5`)),
  fc.integer({ min: 1, max: 1_000 }).map((ids) => plain(`[${'1,'.repeat(ids)}1]`)),
);

const EMPTY = fc
  .tuple(fc.constantFrom('[]', '{}', '""', 'null', '0', '[[]]'), fc.integer({ min: 1, max: 1_000 }))
  .map(([value, times]) => plain(`[${`${value},`.repeat(times)}${value}]`));

const BLANKS = fc
  .tuple(fc.constantFrom(' ', '\n', '\t', '\r\n'), fc.integer({ min: 0, max: 4_000 }))
  .map(([blank, times]) => plain(`[${blank.repeat(times)}0${blank}]`));

/** Values that look like media and contain Base64, words or a complete subtree. */
const DRESSED: fc.Arbitrary<string> = fc
  .oneof(
    fc.record({
      type: fc.constantFrom('image', 'document', 'input_image', 'file', 'input_file', 'text', 'search'),
      source: fc.oneof(
        BASE64,
        fc.record({ type: fc.constant('base64'), media_type: fc.constant('image/png'), data: BASE64 }),
      ),
      data: BASE64,
      url: BASE64,
      image_url: BASE64,
      file_data: BASE64,
    }),
  )
  .map((value) => JSON.stringify(value));

/** Values in positions that do not count as media, such as a schema, a name or an additional member. */
const MISPLACED = DRESSED.chain((value) =>
  fc.constantFrom(
    plain(`{"type":"image","source":{"type":"base64","data":""},"more":${value}}`),
    plain(`{"properties":{"a":${value}}}`),
    plain(`{"enum":[${value},${value}]}`),
    plain(`{"content":[[${value}]]}`),
  ),
);

const NAMES = fc
  .tuple(BASE64, fc.integer({ min: 0, max: 9 }))
  .map(([name, value]) => plain(`{${JSON.stringify(`n${name}`)}:${value}}`));

/** A picture in a valid position: only its payload does not count as text. */
const REAL = BASE64.map((data) => ({
  json: `{"type":"image","source":{"type":"base64","media_type":"image/png","data":"${data}"}}`,
  mediaBytes: data.length,
}));

const OUTSIDE = fc.oneof(TEXTS, NUMBERS, EMPTY, BLANKS, MISPLACED, NAMES);
const PARTS = fc.array(
  fc.oneof(
    REAL,
    TEXTS.map(({ json }) => plain(`{"type":"text","text":${json}}`)),
    MISPLACED.map(({ json }) => plain(`{"type":"tool_use","input":${json}}`)),
  ),
  { maxLength: 4 },
);

function joined(pieces: readonly Piece[]): Piece {
  return {
    json: pieces.map(({ json }) => json).join(','),
    mediaBytes: pieces.reduce((sum, { mediaBytes }) => sum + mediaBytes, 0),
  };
}

/** Bodies for which a naive measurement is too small: misplaced media, numbers, escapes, blanks, names. */
export function hostileBodies(): fc.Arbitrary<HostileBody> {
  return fc
    .tuple(
      PARTS,
      fc.array(OUTSIDE, { maxLength: 4 }),
      fc.array(OUTSIDE, { maxLength: 2 }),
      fc.constantFrom('', ' ', '\n'),
    )
    .map(([parts, tools, others, blank]) => {
      const content = joined(parts);
      const schemas = joined(tools.map(({ json }) => plain(`{"name":"t","input_schema":${json}}`)));
      const members = others.map(({ json }, index) => `,"m${index}":${json}`).join('');
      const text = `{"messages":[{"role":"user","content":[${content.json}]}],${blank}"tools":[${schemas.json}]${members}}`;
      return { text, mediaBytes: content.mediaBytes };
    });
}
