const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OPENING_BRACE, CLOSING_BRACE, OPENING_BRACKET, CLOSING_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * The body with the name of another model: every other byte of it stays as it is. Where the member stands more than once, each of them is
 * replaced, so that it does not matter which one a provider reads.
 * @param body a JSON object, whose member `model` is a text
 */
export function replaceModel(body: Buffer, model: string): Buffer {
  const name = Buffer.from(JSON.stringify(model));
  const pieces: Buffer[] = [];
  let copied = 0;
  let depth = 0;
  let isNameNext = false;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === QUOTE) {
      const end = endOfText(body, at);
      const isModel = isNameNext && depth === 1 && isNamedModel(body, at, end);
      isNameNext = false;
      at = end;
      if (!isModel) continue;
      const value = startOfValue(body, end + 1);
      if (body[value] !== QUOTE) continue;
      pieces.push(body.subarray(copied, value), name);
      at = endOfText(body, value);
      copied = at + 1;
    } else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
      depth += 1;
      isNameNext = depth === 1;
    } else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) depth -= 1;
    else if (byte === COMMA && depth === 1) isNameNext = true;
  }
  return Buffer.concat([...pieces, body.subarray(copied)]);
}

/** Where a text ends: at the next quote that is not escaped. */
function endOfText(body: Buffer, start: number): number {
  let end = body.indexOf(QUOTE, start + 1);
  while (end !== -1 && isEscaped(body, end)) end = body.indexOf(QUOTE, end + 1);
  return end === -1 ? body.length : end;
}

function isEscaped(body: Buffer, at: number): boolean {
  let start = at;
  while (body[start - 1] === BACKSLASH) start -= 1;
  return (at - start) % 2 === 1;
}

/** A name may be written with escapes, as any text. */
function isNamedModel(body: Buffer, start: number, end: number): boolean {
  const written = body.toString('latin1', start, end + 1);
  if (written === '"model"') return true;
  return written.includes('\\') && (JSON.parse(written) as string) === 'model';
}

function startOfValue(body: Buffer, from: number): number {
  let at = from;
  // A colon, and blanks before and behind it.
  while (body[at] === COLON || (body[at] ?? QUOTE) <= 0x20) at += 1;
  return at;
}
