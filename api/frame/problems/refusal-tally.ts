import type { FastifyBaseLogger } from 'fastify';
import type { AuditEnd, AuditEntry } from '../../../domain/installation/audit.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { AuditPort } from '../../ports/frame-ports.ts';

const MINUTE_MS = 60_000;

/**
 * The maximum number of rows for strangers that one process begins in a minute. Refusals of further addresses share a
 * row without an address.
 */
const MAX_STRANGERS = 100;

interface Tallied {
  readonly auditId: string;
  readonly minute: number;
  requests: number;
  /** The count that was last written into the row. */
  written: number;
}

/**
 * The counts of refusals before the handler, which callers can cause in any number. There is one row for each
 * operation, code, minute and credential, or address of an unknown caller. Operators limit the number of credentials.
 * Rows of strangers are limited separately, so that no stranger can hide the refusals of a known caller.
 */
export interface RefusalTally {
  /**
   * Counts a refusal. The first in a minute writes its row immediately; the next `flush` writes the count of the
   * others.
   */
  count(entry: AuditEntry, end: AuditEnd): Promise<void>;
  /** Writes the changed counts. A crash loses the counts since the last write: the row stays with a lower count. */
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
          // A row that could not be written is dropped after its minute, so that the memory stays bounded.
          if (row.minute < minute) rows.delete(key);
        }
      }
    },
  };
}

function keyOf(minute: number, { operation, address, credentialId }: AuditEntry, { code }: AuditEnd): string {
  return JSON.stringify([minute, operation, code, credentialId ?? null, credentialId === undefined ? address : null]);
}

/** The entry without everything that identifies its caller. */
function nameless({ auditId, operation }: AuditEntry): AuditEntry {
  return { auditId, operation, targets: [] };
}
