const SEGMENT = /^[a-z0-9-]+\.\d{8}\.[0-9a-f]{8}\.jsonl$/;

/**
 * The name of a segment: writer, number and nonce. Because of the nonce, the segments of a journal that was deleted and
 * created again have other names than the old ones.
 */
export function segmentName(writerId: string, number: number, nonce: string): string {
  return `${writerId}.${number.toString().padStart(8, '0')}.${nonce}.jsonl`;
}

export function isSegmentName(name: string): boolean {
  return SEGMENT.test(name);
}

/** The writer of a segment. */
export function segmentWriter(name: string): string {
  return name.slice(0, name.indexOf('.'));
}

/** The number of a segment of this writer, or 0 for any other file. */
export function parseSegmentNumber(writerId: string, name: string): number {
  return isSegmentName(name) && name.startsWith(`${writerId}.`) ? Number(name.split('.')[1]) : 0;
}
