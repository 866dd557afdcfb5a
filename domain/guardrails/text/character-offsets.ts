/**
 * Converts offsets in UTF-16 units to offsets in characters. Calls must have offsets in ascending order, so that a text
 * is read once.
 */
export function createCharacterOffsets(text: string): (units: number) => number {
  let at = 0;
  let characters = 0;
  return (units) => {
    while (at < units) {
      const first = text.charCodeAt(at);
      const isPair = first >= 0xd800 && first < 0xdc00 && isLowSurrogate(text.charCodeAt(at + 1));
      at += isPair ? 2 : 1;
      characters += 1;
    }
    return characters;
  };
}

/** The number of characters of a text. */
export function countCharacters(text: string): number {
  return createCharacterOffsets(text)(text.length);
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
