const HEADER_BYTES = 8;
const CUSTOM = 0;

/**
 * A WebAssembly module without its custom sections, which hold names and debug information and are two thirds of jq.
 *
 * @throws RangeError if a section is longer than the module
 */
export function withoutCustomSections(module: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = [module.subarray(0, HEADER_BYTES)];
  let at = HEADER_BYTES;
  while (at < module.length) {
    const begin = at;
    const id = module[at];
    const [size, body] = readLength(module, at + 1);
    at = body + size;
    if (at > module.length) throw new RangeError('A section of the WebAssembly module is longer than the module.');
    if (id !== CUSTOM) kept.push(module.subarray(begin, at));
  }
  return Buffer.concat(kept);
}

/** An unsigned integer in LEB128, and the place behind it. */
function readLength(bytes: Uint8Array, from: number): [value: number, next: number] {
  let value = 0;
  for (let at = from, shift = 0; ; at += 1, shift += 7) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * 2 ** shift;
    if ((byte & 0x80) === 0) return [value, at + 1];
  }
}
