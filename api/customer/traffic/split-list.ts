const [SPACE, TAB, NEWLINE, RETURN] = [0x20, 0x09, 0x0a, 0x0d];

/**
 * Splits a JSON list into its items, as bytes, by brackets alone, so that a fault in one item does not affect the
 * others. Blank items are omitted. Undefined if the brackets do not match, or the text is not a list.
 */
export function splitList(bytes: Buffer): Buffer[] | undefined {
  const json = bytes.toString('latin1');
  const start = json.search(/[^ \t\n\r]/);
  if (json[start] !== '[') return undefined;
  const items: Buffer[] = [];
  const marks = /["[\]{},]/g;
  let depth = 0;
  let from = start + 1;
  for (let mark = marks.exec(json); mark !== null; mark = marks.exec(json)) {
    const [character] = mark;
    if (character === '"') {
      const end = endOfText(json, mark.index);
      if (end === undefined) return undefined;
      marks.lastIndex = end + 1;
    } else if (character === '[' || character === '{') depth += 1;
    else if (character === ',') {
      if (depth !== 1) continue;
      items.push(bytes.subarray(from, mark.index));
      from = mark.index + 1;
    } else {
      depth -= 1;
      if (depth > 0) continue;
      items.push(bytes.subarray(from, mark.index));
      return isBlank(bytes.subarray(mark.index + 1)) ? items.filter((item) => !isBlank(item)) : undefined;
    }
  }
  return undefined;
}

/** The position of the closing quote of a text that begins at `start`; undefined if the text does not end. */
function endOfText(json: string, start: number): number | undefined {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let before = end;
    while (json[before - 1] === '\\') before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return undefined;
}

/** True if the bytes consist of JSON white space only. */
export function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === SPACE || byte === TAB || byte === NEWLINE || byte === RETURN);
}
