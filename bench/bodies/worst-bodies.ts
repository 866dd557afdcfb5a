import type { TSchema } from 'typebox';
import { BODY_LIMITS } from '../../api/frame/transport/body-limits.ts';

/** A body that is as expensive as an attacker can make it, named by its target. */
export interface WorstBody {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The content of a faulty list or text, as JSON. */
const FILLS: Readonly<Record<string, string>> = {
  'equal numbers': '1',
  'equal ids': '"a"',
  'empty lists': '[]',
  'empty objects': '{}',
};

/**
 * Pieces of texts in JSON, which stress patterns and lengths: letters, combining marks, surrogate pairs, blanks,
 * escapes.
 */
const PIECES: Readonly<Record<string, string>> = {
  letters: 'a',
  marks: '\u0301',
  emoji: '👩‍👩‍👧‍👦',
  blanks: ' ',
  digits: '0',
  escapes: '\\u0061',
  backslashes: '\\\\',
  quotes: '\\"',
};

/**
 * Bodies of 1 MiB for a schema. Each of its lists and texts is filled up, in one piece and in pieces within the limits
 * of bodies. Further bodies have unknown members, repeated names, and extreme depth, blanks and digits.
 */
export function worstBodies(schema: TSchema): WorstBody[] {
  const whole = [
    body('unknown members', '{', '}', (index) => `"k${index}":1`),
    body('one unknown name', '{', '}', () => '"k":1'),
    body('names that look like others', '{', '}', (index) => `"__proto__${index}":{}`),
    { name: 'depth', bytes: Buffer.from('['.repeat(BODY_LIMITS.bytes)) },
    { name: 'space', bytes: Buffer.from(`{${' '.repeat(BODY_LIMITS.bytes - 8)}"k":1}`) },
    { name: 'one number', bytes: Buffer.from('9'.repeat(BODY_LIMITS.bytes)) },
    { name: 'one text', bytes: Buffer.from(`"${'a'.repeat(BODY_LIMITS.bytes - 2)}"`) },
    manyNested(),
    longTexts('unknown long texts', '"k', '":'),
  ];
  return [...whole, ...membersOf(schema).flatMap(({ path, type }) => bodiesAt(path, type))];
}

function bodiesAt(path: readonly string[], type: unknown): WorstBody[] {
  const open = path.map((name) => `{"${name}":`).join('');
  const close = '}'.repeat(path.length);
  const place = path.join('.');
  if (type === 'array') {
    const filled = Object.entries(FILLS).map(([name, fill]) =>
      body(`${place} of ${name}`, `${open}[`, `]${close}`, () => fill),
    );
    const distinct = body(`${place} of ids`, `${open}[`, `]${close}`, (index) => `"a${index}"`);
    return [...filled, distinct, longList(place, open, close)];
  }
  if (type === 'string') {
    return Object.entries(PIECES).map(([name, piece]) => ({
      name: `${place} of ${name}`,
      bytes: Buffer.from(
        `${open}"${piece.repeat(Math.floor((BODY_LIMITS.bytes - open.length - close.length - 2) / Buffer.byteLength(piece)))}"${close}`,
      ),
    }));
  }
  return [body(`${place} of unknown members`, `${open}{`, `}${close}`, (index) => `"k${index}":1`)];
}

/** Repeats a piece, separated by commas, until the body has 1 MiB. */
function body(name: string, open: string, close: string, piece: (index: number) => string): WorstBody {
  const room = BODY_LIMITS.bytes - open.length - close.length;
  const pieces: string[] = [];
  let length = 0;
  for (let index = 0; ; index += 1) {
    const next = piece(index);
    length += next.length + 1;
    if (length > room) break;
    pieces.push(next);
  }
  return { name, bytes: Buffer.from(open + pieces.join(',') + close) };
}

/** A body with as many texts of the maximum length as fit, so that the parser reads it to its end. */
function longTexts(name: string, before: string, after: string): WorstBody {
  return body(name, '{', '}', (index) => `${before}${index}${after}"${'\\n'.repeat(BODY_LIMITS.text / 2 - 8)}"`);
}

function longList(place: string, open: string, close: string): WorstBody {
  return body(
    `${place} of long texts`,
    `${open}[`,
    `]${close}`,
    (index) => `"${String(index).padEnd(BODY_LIMITS.text - 1, 'a')}"`,
  );
}

/** A body with the maximum number of values, nested so that no list or object has too many, with long names. */
function manyNested(): WorstBody {
  const list = `[${Array(60).fill('{"a":[],"b":{}}').join(',')}]`;
  return {
    name: 'many nested values',
    bytes: Buffer.from(
      `{${Array.from({ length: 13 }, (_, index) => `"${'k'.repeat(4_000)}${index}":${list}`).join(',')}}`,
    ),
  };
}

interface Member {
  readonly path: readonly string[];
  readonly type: unknown;
}

/** Every list, text and object below a schema, by its path of names. */
function membersOf(schema: TSchema, path: readonly string[] = []): Member[] {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, TSchema>> };
  return Object.entries(properties).flatMap(([name, member]) => {
    const at = [...path, name];
    const { type } = member as { type?: unknown };
    const kind = type ?? 'string';
    const own = kind === 'array' || kind === 'string' || kind === 'object' ? [{ path: at, type: kind }] : [];
    return [...own, ...membersOf(member, at)];
  });
}

/** Lines of traffic of the maximum length, each with as many faults in its event as possible. */
export function worstTrafficLines(): WorstBody[] {
  const start = '{"event":"attempt","schema":1';
  const room = 65_400;
  const members = Array.from({ length: 5_000 }, (_, index) => `"k${index}":1`).join(',');
  const lines: Readonly<Record<string, string>> = {
    'unknown members': `${start},${members}}`,
    'marks that pile up': `${start},"logical_request_id":"${'\u0301'.repeat(room)}"}`,
    'a list': `${start},"scope":[${'1,'.repeat(room / 2)}1]}`,
    escapes: `${start},"route_id":"${'\\ud83d\\ude00'.repeat(room / 12)}"}`,
  };
  return Object.entries(lines).map(([name, line]) => ({ name, bytes: Buffer.from(line) }));
}
