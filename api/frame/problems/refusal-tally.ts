import type { FastifyBaseLogger } from 'fastify';
import type { AuditEnd, AuditEntry } from '../../../domain/installation/audit.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { AuditPort } from '../../ports/frame-ports.ts';

const MINUTE_MS = 60_000;

/** Rows of strangers that one process begins in a minute. Refusals of further addresses share a row that names none. */
const MAX_STRANGERS = 100;

interface Tallied {
  readonly auditId: string;
  readonly minute: number;
  requests: number;
  /** The count in the row. */
  written: number;
}

/**
 * Refusals before the handler, which can be caused in any number, counted: one row for an operation, a code and a
 * minute, of one credential, or of one address where nobody is known. Credentials are as many as operators have given;
 * only strangers are bounded, apart from them, so that no stranger can hide what a known caller is refused.
 */
export interface RefusalTally {
  /** The first of a minute writes its row at once; the others are counted and written with the next `flush`. */
  count(entry: AuditEntry, end: AuditEnd): Promise<void>;
  /**
   * Writes the counts that have moved. What a crash keeps from being written is lost: the row stays, its count is
   * short.
   */
  flush(): Promise<void>;
}

export function createRefusalTally(
  audit: AuditPort,
  clock: Clock,
  log: Pick<FastifyBaseLogger, 'error'>,
): RefusalTally {
  const known = new Map<string, Tallied>();
  const strangers = new Map<string, Tallied>();
  return {
    async count(entry, end) {
      const minute = Math.floor(clock.now().getTime() / MINUTE_MS);
      const own = keyOf(minute, entry, end);
      const rows = entry.credentialId === undefined ? strangers : known;
      const isFull = rows === strangers && rows.size >= MAX_STRANGERS && !rows.has(own);
      const shown = isFull ? nameless(entry) : entry;
      const key = isFull ? keyOf(minute, shown, end) : own;
      const row = rows.get(key);
      if (row !== undefined) {
        row.requests += 1;
        return;
      }
      rows.set(key, { auditId: entry.auditId, minute, requests: 1, written: 1 });
      try {
        await audit.record(shown, end);
      } catch (error) {
        rows.delete(key);
        throw error;
      }
    },

    async flush() {
      const minute = Math.floor(clock.now().getTime() / MINUTE_MS);
      for (const rows of [known, strangers]) {
        for (const [key, row] of rows) {
          if (row.requests > row.written) {
            const { auditId, requests } = row;
            try {
              await audit.recount(auditId, requests);
              row.written = requests;
            } catch (err) {
              log.error({ err }, 'a count of refusals could not be written');
            }
          }
          // One that could not be written is dropped with its minute: what is kept stays bounded.
          if (row.minute < minute) rows.delete(key);
        }
      }
    },
  };
}

function keyOf(minute: number, { operation, address, credentialId }: AuditEntry, { code }: AuditEnd): string {
  return JSON.stringify([minute, operation, code, credentialId ?? null, credentialId === undefined ? address : null]);
}

/** The entry without its owner and address. */
function nameless({ auditId, operation }: AuditEntry): AuditEntry {
  return { auditId, operation, targets: [] };
}
