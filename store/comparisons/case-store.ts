import type pg from 'pg';
import type { CasesCreation, CaseV1 } from '../../contracts/comparisons/case.ts';
import type { CaseContent, CaseSource } from '../../domain/comparisons/case-content.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { DefectError, Refusal } from '../../domain/kernel/errors.ts';
import { type IdempotencyKey, type StoredAnswer, withIdempotency } from '../postgres/idempotency.ts';
import { violatesForeignKey } from '../postgres/database-fault.ts';
import { newId } from '../postgres/new-id.ts';
import type { PageKey } from '../postgres/page-key.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';

export interface CaseStore {
  /**
   * Creates the cases and stores the idempotency key in one transaction. A repeated request gets the first answer.
   *
   * @throws Refusal `conflict` if the key was used for another request
   */
  create(input: {
    key: IdempotencyKey & { readonly fingerprint: string };
    gatewayId: string;
    author: string;
    contents: readonly CaseContent[];
  }): Promise<StoredAnswer<CasesCreation>>;
  /**
   * Stores the cases of a file in their order: all of them, or none if one fails.
   *
   * @throws Refusal `not_found` if the gateway does not exist
   */
  importAll(gatewayId: string, contents: readonly CaseContent[]): Promise<string[]>;
  /** Adds the next version of the case; undefined if the case is no longer at `expectedVersion`. */
  revise(
    caseId: string,
    expectedVersion: string,
    revision: { author: string; content: CaseContent },
  ): Promise<CaseV1 | undefined>;
  /** The case at its latest version, regardless of the caller. */
  find(caseId: string): Promise<CaseV1 | undefined>;
  /** The versions of a case, newest first, at most `limit`; with `before`, only versions before that one. */
  versions(page: { caseId: string; limit: number; before: string | undefined }): Promise<CaseV1[]>;
  /** The cases of a gateway at their latest versions, newest first, at most `limit`. */
  list(page: { gatewayId: string; limit: number; after: PageKey | undefined }): Promise<CaseV1[]>;
}

interface CaseRow extends CaseContent {
  case_id: string;
  organization_id: string;
  workspace_id: string;
  application_id: string;
  gateway_id: string;
  version: bigint;
  latest_version: bigint;
  messages: CaseContent['messages'];
  label: CaseContent['label'];
  reference_notes: string;
  critical: boolean;
  source: CaseSource;
  author: string | null;
  created_at: Date;
  versioned_at: Date;
}

const CASES = `SELECT c.case_id, w.organization_id, a.workspace_id, g.application_id, c.gateway_id, v.version, c.latest_version,
    v.messages, v.label, v.reference_notes, v.critical, c.source, v.author, c.created_at, v.created_at AS versioned_at
  FROM comparison_cases c
  JOIN comparison_case_versions v ON v.case_id = c.case_id
  JOIN gateways g ON g.gateway_id = c.gateway_id
  JOIN applications a ON a.application_id = g.application_id
  JOIN workspaces w ON w.workspace_id = a.workspace_id`;

const CREATED = 201;
/** The maximum of the column; every version is below it. */
const MAX_VERSION = '9223372036854775807';

export function createCaseStore(pool: pg.Pool, clock: Clock): CaseStore {
  return {
    create({ key, gatewayId, author, contents }) {
      const now = clock.now();
      return withIdempotency(pool, now, key, async (client) => {
        const ids = await insertCases(client, { gatewayId, author, source: 'created', contents }, now);
        return { status: CREATED, document: { cases: await casesOf(client, ids) } };
      });
    },

    async importAll(gatewayId, contents) {
      try {
        return await inTransaction(pool, (client) =>
          insertCases(client, { gatewayId, author: null, source: 'imported', contents }, clock.now()),
        );
      } catch (error) {
        if (!violatesForeignKey(error)) throw error;
        throw new Refusal('not_found', `There is no gateway ${gatewayId}. Check the id.`);
      }
    },

    revise: (caseId, expectedVersion, { author, content }) =>
      inTransaction(pool, async (client) => {
        const { rows } = await client.query<{ latest_version: bigint }>(
          `UPDATE comparison_cases SET latest_version = latest_version + 1
           WHERE case_id = $1 AND latest_version = $2 RETURNING latest_version`,
          [caseId, expectedVersion],
        );
        const version = rows[0]?.latest_version;
        if (version === undefined) return undefined;
        await insertVersions(client, { version, author, cases: [{ case_id: caseId, ...content }] }, clock.now());
        return (await casesOf(client, [caseId]))[0];
      }),

    async find(caseId) {
      const { rows } = await pool.query<CaseRow>(`${CASES} WHERE c.case_id = $1 AND v.version = c.latest_version`, [
        caseId,
      ]);
      return rows.map(caseFromRow)[0];
    },

    async versions({ caseId, limit, before }) {
      const { rows } = await pool.query<CaseRow>(
        `${CASES} WHERE c.case_id = $1 AND v.version < $2 ORDER BY v.version DESC LIMIT $3`,
        [caseId, before ?? MAX_VERSION, limit],
      );
      return rows.map(caseFromRow);
    },

    async list({ gatewayId, limit, after }) {
      const { rows } = await pool.query<CaseRow>(
        `${CASES} WHERE c.gateway_id = $1 AND (c.created_at, c.case_id) < ($2, $3) AND v.version = c.latest_version
         ORDER BY c.created_at DESC, c.case_id DESC LIMIT $4`,
        [gatewayId, after?.createdAt ?? 'infinity', after?.id ?? '', limit],
      );
      return rows.map(caseFromRow);
    },
  };
}

interface NewCases {
  readonly gatewayId: string;
  readonly author: string | null;
  readonly source: CaseSource;
  readonly contents: readonly CaseContent[];
}

/** Inserts cases with their first versions. Returns their ids in the same order. */
async function insertCases(
  client: Queryable,
  { gatewayId, author, source, contents }: NewCases,
  now: Date,
): Promise<string[]> {
  const cases = contents.map((content) => ({ case_id: newId('case'), ...content }));
  const ids = cases.map((one) => one.case_id);
  await client.query(
    `INSERT INTO comparison_cases (case_id, gateway_id, source, latest_version, created_at)
     SELECT case_id, $2, $3, 1, $4 FROM unnest($1::text[]) AS case_id`,
    [ids, gatewayId, source, now],
  );
  await insertVersions(client, { version: 1n, author, cases }, now);
  return ids;
}

async function insertVersions(
  client: Queryable,
  {
    version,
    author,
    cases,
  }: { version: bigint; author: string | null; cases: readonly (CaseContent & { case_id: string })[] },
  now: Date,
): Promise<void> {
  await client.query(
    `INSERT INTO comparison_case_versions
       (case_id, version, messages, label, reference_notes, critical, author, created_at)
     SELECT case_id, $2, messages, label, reference_notes, critical, $3, $4
     FROM jsonb_to_recordset($1) AS c (case_id text, messages jsonb, label jsonb, reference_notes text, critical boolean)`,
    [JSON.stringify(cases), version, author, now],
  );
}

/** The cases at their latest versions, in the order of the ids. */
async function casesOf(client: Queryable, ids: readonly string[]): Promise<CaseV1[]> {
  const { rows } = await client.query<CaseRow>(`${CASES} WHERE c.case_id = ANY($1) AND v.version = c.latest_version`, [
    ids,
  ]);
  const found = new Map(rows.map((row) => [row.case_id, caseFromRow(row)]));
  return ids.map((id) => {
    const written = found.get(id);
    if (written === undefined) throw new DefectError('A case that was written is not there.');
    return written;
  });
}

function caseFromRow(row: CaseRow): CaseV1 {
  return {
    ...row,
    messages: [...row.messages],
    label: row.label as CaseV1['label'],
    version: row.version.toString(),
    latest_version: row.latest_version.toString(),
    created_at: row.created_at.toISOString(),
    versioned_at: row.versioned_at.toISOString(),
  };
}
