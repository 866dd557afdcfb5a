import { isAscii, isUtf8 } from 'node:buffer';

const NONE = Buffer.alloc(0);

const ASCII_END = 0x80;
/** The form of bytes that continue a character. */
const [CONTINUES_MASK, CONTINUES] = [0xc0, 0x80];

/** A check that bytes in chunks are UTF-8. A chunk may end within a character. */
export class Utf8Check {
  /** The bytes of earlier chunks. */
  #before = 0;
  /** The incomplete character at the end of the last chunk. */
  #begun: Buffer = NONE;
  #isAscii = true;

  /** True if all bytes so far are ASCII. */
  get isAscii(): boolean {
    return this.#isAscii;
  }

  /**
   * The offset of the first byte that is not UTF-8, or of the character that it breaks; undefined if there is none so
   * far.
   */
  take(chunk: Buffer): number | undefined {
    if (this.#isAscii && isAscii(chunk)) {
      this.#before += chunk.length;
      return undefined;
    }
    this.#isAscii = false;
    let rest = chunk;
    if (this.#begun.length > 0) {
      const missing = lengthOfCharacter(this.#begun[0] as number) - this.#begun.length;
      const character = Buffer.concat([this.#begun, chunk.subarray(0, missing)]);
      if (chunk.length < missing) {
        this.#begun = character;
        this.#before += chunk.length;
        return undefined;
      }
      if (!isUtf8(character)) return this.end();
      this.#begun = NONE;
      rest = chunk.subarray(missing);
    }
    const fault = isUtf8(rest) ? undefined : this.#passLast(rest);
    if (fault !== undefined) return this.#before + chunk.length - rest.length + fault;
    this.#before += chunk.length;
    return undefined;
  }

  /** The offset of a character that the end cuts off; undefined if there is none. */
  end(): number | undefined {
    return this.#begun.length === 0 ? undefined : this.#before - this.#begun.length;
  }

  /** Stores an incomplete character that continues in the next chunk. */
  #passLast(bytes: Buffer): number | undefined {
    const whole = lengthOfWhole(bytes);
    const fault = firstFault(bytes.subarray(0, whole));
    if (fault !== undefined) return fault;
    this.#begun = Buffer.from(bytes.subarray(whole));
    return undefined;
  }
}

function firstFault(bytes: Buffer): number | undefined {
  if (isUtf8(bytes)) return undefined;
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] as number;
    const length = lengthOfCharacter(byte);
    if (byte >= ASCII_END && !isUtf8(bytes.subarray(at, at + length))) break;
    at += length;
  }
  return at;
}

/** The number of bytes before an incomplete character at the end. */
function lengthOfWhole(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if ((byte & CONTINUES_MASK) === CONTINUES) continue;
    return lengthOfCharacter(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** The number of bytes of a character, by its first byte; 1 if that byte begins no longer character. */
function lengthOfCharacter(first: number): number {
  if (first >= 0xf0) return first < 0xf8 ? 4 : 1;
  if (first >= 0xe0) return 3;
  return first >= 0xc0 ? 2 : 1;
}
