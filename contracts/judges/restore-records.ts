import { createValidator } from '../wire/validator.ts';
import { MAX_DETAIL_BYTES, type VALIDATION_STATES } from './judge-readings.ts';
import { JudgeRecordSchema, type JudgeRecord } from './judge-record.ts';

/** A stored validation record. */
interface KeptRecord {
  readonly validationId: string;
  readonly subjectId: string;
  readonly record: unknown;
}

/** The newest readable records of all subjects. */
export interface RestoredRecords<Kept extends KeptRecord> {
  readonly state: (typeof VALIDATION_STATES)[number];
  /** The subjects that could not be restored; absent if all could. */
  readonly detail?: string;
  /**
   * The records by subject. Empty if any of them is unreadable, because some of the promotions would look like all of
   * them.
   */
  readonly bySubject: ReadonlyMap<string, Kept & { readonly record: JudgeRecord }>;
}

const refusalOf = createValidator(JudgeRecordSchema);

export function restoreRecords<Kept extends KeptRecord>(kept: readonly Kept[]): RestoredRecords<Kept> {
  const faults = kept.flatMap(({ validationId, record }) => {
    const fault = refusalOf(record)?.faults[0];
    return fault === undefined ? [] : [`${validationId}: ${fault.pointer || '/'} ${fault.detail}.`];
  });
  if (faults.length > 0) return { state: 'unrestorable', detail: clipped(faults), bySubject: new Map() };
  const restored = kept as readonly (Kept & { readonly record: JudgeRecord })[];
  return {
    state: kept.length === 0 ? 'empty' : 'restored',
    bySubject: new Map(restored.map((row) => [row.subjectId, row])),
  };
}

/** The bytes that are reserved for the count of omitted bytes. */
const RESERVED_BYTES = 40;

/** The sentences as far as they fit, and the number of omitted bytes. */
function clipped(sentences: readonly string[]): string {
  const text = Buffer.from(sentences.join(' '));
  if (text.length <= MAX_DETAIL_BYTES) return text.toString();
  // A character that is cut in half would become a replacement character of three bytes.
  const kept = text
    .subarray(0, MAX_DETAIL_BYTES - RESERVED_BYTES)
    .toString()
    .replace(/\ufffd+$/, '');
  return `${kept} … ${text.length - Buffer.byteLength(kept)} bytes dropped`;
}
