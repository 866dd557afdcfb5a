/** A field of protobuf that holds a message, or any other bytes. */
export function protobufField(id: number, ...pieces: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
  const length: number[] = [];
  for (let left = content.length; ; left >>>= 7) {
    length.push(left > 127 ? (left & 127) | 128 : left);
    if (left <= 127) break;
  }
  return Buffer.concat([Buffer.from([(id << 3) | 2, ...length]), content]);
}

/** Copies of one field. */
export function repeatField(count: number, piece: Buffer): Buffer {
  return Buffer.alloc(count * piece.length, piece);
}

/** A list in JSON of a number of equal values. */
export function repeatInList(count: number, piece: string): string {
  return `[${Array<string>(count).fill(piece).join(',')}]`;
}
