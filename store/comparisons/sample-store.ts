import type pg from 'pg';
import type { CaseV1 } from '../../contracts/comparisons/case.ts';
import type { ComparisonSampleV1 } from '../../contracts/comparisons/comparison-sample.ts';
import { sha256Digest } from '../../contracts/wire/canonical-json.ts';
import type { SampleMaterial } from '../../domain/comparisons/sample-set.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { newId } from '../postgres/new-id.ts';
import { inTransaction } from '../postgres/pool.ts';

/** A case that was chosen for a sample set. */
export interface ChosenCase {
  readonly case_id: string;
  /** The version as a decimal string. */
  readonly version: string;
}

/** A chosen case that is a case of the gateway. */
export interface FoundCase extends SampleMaterial {
  /** False if the case has no such version. It is then unknown by what the case can be judged. */
  readonly hasVersion: boolean;
  readonly critical: boolean;
}

/** The content of a sample's case, as far as calls need it. */
export interface SampleContent {
  readonly messages: CaseV1['messages'];
  readonly reference_notes: string;
  readonly critical: boolean;
}

export interface SampleStore {
  /** The chosen cases that belong to the gateway, by case. */
  findChosen(gatewayId: string, chosen: readonly ChosenCase[]): Promise<ReadonlyMap<string, FoundCase>>;
  /** Publishes a sample set in one transaction, which fixes the versions of its cases permanently. */
  publish(sample: {
    comparisonId: string;
    publishedBy: string;
    cases: ComparisonSampleV1['cases'];
  }): Promise<ComparisonSampleV1>;
  /** The contents of the cases at their versions, in the order of the sample. */
  contents(sampleId: string): Promise<SampleContent[]>;
  /** The sample set, regardless of the caller. */
  find(sampleId: string): Promise<ComparisonSampleV1 | undefined>;
}

interface ChosenRow {
  case_id: string;
  has_version: boolean;
  has_label: boolean;
  has_notes: boolean;
  critical: boolean;
}

interface SampleRow {
  sample_id: string;
  comparison_id: string;
  digest: string;
  published_by: string;
  published_at: Date;
  case_id: string;
  version: bigint;
  critical: boolean;
}

export function createSampleStore(pool: pg.Pool, clock: Clock): SampleStore {
  return {
    async findChosen(gatewayId, chosen) {
      const { rows } = await pool.query<ChosenRow>(
        `SELECT c.case_id, v.case_id IS NOT NULL AS has_version, v.label IS NOT NULL AS has_label,
                coalesce(v.reference_notes <> '', false) AS has_notes, coalesce(v.critical, false) AS critical
         FROM unnest($2::text[], $3::bigint[]) AS t (case_id, version)
         JOIN comparison_cases c ON c.case_id = t.case_id
         LEFT JOIN comparison_case_versions v ON v.case_id = t.case_id AND v.version = t.version
         WHERE c.gateway_id = $1`,
        [gatewayId, chosen.map((one) => one.case_id), chosen.map((one) => one.version)],
      );
      return new Map(
        rows.map((row) => [
          row.case_id,
          {
            caseId: row.case_id,
            hasVersion: row.has_version,
            hasLabel: row.has_label,
            hasNotes: row.has_notes,
            critical: row.critical,
          },
        ]),
      );
    },

    publish: ({ comparisonId, publishedBy, cases }) =>
      inTransaction(pool, async (client) => {
        const now = clock.now();
        const sample = {
          sample_id: newId('comparisonSample'),
          comparison_id: comparisonId,
          cases,
          digest: sha256Digest(cases),
          published_by: publishedBy,
          published_at: now.toISOString(),
        };
        await client.query(
          `INSERT INTO comparison_samples (sample_id, comparison_id, digest, published_by, published_at)
           VALUES ($1, $2, $3, $4, $5)`,
          [sample.sample_id, comparisonId, sample.digest, publishedBy, now],
        );
        await client.query(
          `INSERT INTO comparison_sample_cases (sample_id, position, case_id, version)
           SELECT $1, t.position, t.case_id, t.version
           FROM unnest($2::text[], $3::bigint[]) WITH ORDINALITY AS t (case_id, version, position)`,
          [sample.sample_id, cases.map((one) => one.case_id), cases.map((one) => one.version)],
        );
        return sample;
      }),

    contents: (sampleId) => contentsOf(pool, sampleId),

    async find(sampleId) {
      const { rows } = await pool.query<SampleRow>(
        `SELECT s.sample_id, s.comparison_id, s.digest, s.published_by, s.published_at, c.case_id, c.version, v.critical
         FROM comparison_samples s
         JOIN comparison_sample_cases c ON c.sample_id = s.sample_id
         JOIN comparison_case_versions v ON v.case_id = c.case_id AND v.version = c.version
         WHERE s.sample_id = $1 ORDER BY c.position`,
        [sampleId],
      );
      const first = rows[0];
      return (
        first && {
          sample_id: first.sample_id,
          comparison_id: first.comparison_id,
          cases: rows.map((row) => ({ case_id: row.case_id, version: row.version.toString(), critical: row.critical })),
          digest: first.digest,
          published_by: first.published_by,
          published_at: first.published_at.toISOString(),
        }
      );
    },
  };
}

async function contentsOf(pool: pg.Pool, sampleId: string): Promise<SampleContent[]> {
  const { rows } = await pool.query<SampleContent>(
    `SELECT v.messages, v.reference_notes, v.critical
     FROM comparison_sample_cases c
     JOIN comparison_case_versions v ON v.case_id = c.case_id AND v.version = c.version
     WHERE c.sample_id = $1 ORDER BY c.position`,
    [sampleId],
  );
  return rows;
}
