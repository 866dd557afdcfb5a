import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openRun } from '../../../../api/customer/runs/open-run.ts';
import { canonicalByteLength, canonicalJson, sha256Digest } from '../../../../contracts/wire/canonical-json.ts';
import type { InsightAnswer } from '../../../../contracts/insight/answer/insight-answer.ts';
import { redactMoney } from '../../../../contracts/insight/redact-money.ts';
import { newArtifactSalt, reportDigest } from '../../../../contracts/reports/report-digest.ts';
import type { ReportRunOpenV1, ReportRunV1 } from '../../../../contracts/reports/report-run.ts';
import type { StoredRun } from '../../../../store/reports/report-run-store.ts';
import { referenceCanonicalJson } from '../../../reference/canonical-json.ts';
import { anyAnswer } from '../../../../testing/insight/any-answer.ts';

interface Vector {
  readonly name: string;
  readonly question: Record<string, unknown>;
  readonly window: { readonly from: string; readonly to: string };
  readonly view_revision: string;
  readonly stored_answer: InsightAnswer;
  readonly artifact_salt: string;
  readonly shown_answer: InsightAnswer;
  readonly money_withheld: boolean;
  readonly canonical_bytes: number;
  readonly artifact_digest: string;
  readonly presentation_digest: string;
}

const page = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'digest-vectors.json');
const { vectors, canonical_form_of_the_last_artifact: lastForm } = JSON.parse(await readFile(page, 'utf8')) as {
  vectors: Vector[];
  canonical_form_of_the_last_artifact: string;
};

const sha256 = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;
const ours = (
  { question, window, view_revision: viewRevision, artifact_salt: artifactSalt }: Vector,
  answer: unknown,
  isWhole = true,
): string => {
  const frozen = { from: new Date(window.from), to: new Date(window.to) };
  return reportDigest({ question, window: frozen, viewRevision, answer, ...(isWhole && { artifactSalt }) });
};
const form = ({ question, window, view_revision, artifact_salt }: Vector, answer: unknown, isWhole = true): string =>
  referenceCanonicalJson({ question, window, view_revision, answer, ...(isWhole && { artifact_salt }) });

function storedOf({ question, window, view_revision, artifact_salt }: Vector, artifactDigest: string): StoredRun {
  const run: ReportRunV1 = {
    run_id: 'rrun_01k9d4w7z2e8sb6f3m5q0v1xya',
    report_id: 'rpt_01k9d4w7z2e8sb6f3m5q0v1xya',
    organization_id: 'org_01k9d4w7z2e8sb6f3m5q0v1xya',
    workspace_id: 't_01k9d4w7z2e8sb6f3m5q0v1xyb',
    initiator: 'sub_01k9d4w7z2e8sb6f3m5q0v1xya',
    idempotency_key: 'key',
    state: 'ready',
    failure_code: '',
    failure_detail: '',
    question,
    view_revision,
    window,
    display_tz: 'UTC',
    authority_epoch: 3,
    attempt: 1,
    coverage: [],
    truncated: false,
    artifact_digest: artifactDigest,
    group_count: 1,
    byte_count: 1,
    created_at: window.to,
  };
  return { run, scopeEnvironmentIds: [], artifactSalt: artifact_salt, redactedByteCount: 1 };
}

describe('the vectors of docs/digest-vectors.json', () => {
  it.each(vectors)('$name: our digests equal the published ones', (vector) => {
    expect(ours(vector, vector.stored_answer)).toBe(vector.artifact_digest);
    expect(ours(vector, vector.shown_answer, !vector.money_withheld)).toBe(vector.presentation_digest);
  });

  it.each(vectors)('$name: those of another implementation of RFC 8785 are equal too', (vector) => {
    const artifact = form(vector, vector.stored_answer);
    expect(Buffer.byteLength(artifact)).toBe(vector.canonical_bytes);
    expect(sha256(artifact)).toBe(vector.artifact_digest);
    expect(sha256(form(vector, vector.shown_answer, !vector.money_withheld))).toBe(vector.presentation_digest);
  });

  it.each(vectors)('$name: a viewer gets the document of the vector', (vector) => {
    const shown = openRun({
      stored: storedOf(vector, vector.artifact_digest),
      answer: vector.stored_answer,
      mayReadCost: !vector.money_withheld,
      mayReadDimensions: true,
      now: new Date(vector.window.to),
    });
    expect(shown.answer).toEqual(vector.shown_answer);
    expect([shown.money_withheld, shown.presentation_digest, shown.artifact_salt]).toEqual([
      vector.money_withheld,
      vector.presentation_digest,
      vector.money_withheld ? undefined : vector.artifact_salt,
    ]);
  });

  it('state the digested form', () => {
    expect(form(vectors.at(-1)!, vectors.at(-1)?.stored_answer)).toBe(lastForm);
  });

  it('include the cases for readers: equal and different digests, no traffic, texts beyond ASCII', () => {
    expect(vectors.map(({ artifact_digest: one, presentation_digest: other }) => one === other)).toEqual([
      true,
      true,
      false,
      true,
      true,
    ]);
    expect(vectors.at(-1)?.stored_answer.groups).toBeUndefined();
    expect(JSON.stringify(vectors)).toMatch(/[^ -~]/);
  });
});

describe('the digests of a run', () => {
  it('are equal exactly if nothing was withheld, and each covers its document', () => {
    fc.assert(
      fc.property(anyAnswer, fc.boolean(), (answer, mayReadCost) => {
        const vector = vectors[0]!;
        const stored = storedOf(vector, ours(vector, answer));
        const disclosure = { mayReadCost, mayReadDimensions: true };
        const shown = openRun({ stored, answer, ...disclosure, now: new Date(vector.window.to) });
        expect(shown.artifact_digest === shown.presentation_digest).toBe(!shown.money_withheld);
        expect(shown.presentation_digest).toBe(sha256(form(vector, shown.answer, !shown.money_withheld)));
        expect(shown.money_withheld).toBe(!mayReadCost && redactMoney(answer).withheld);
        if (mayReadCost) expect(shown.answer).toEqual(answer);
      }),
      { numRuns: 100 },
    );
  });

  it('do not confirm a guess at withheld values, and neither does the size', () => {
    const vector = vectors.find(({ money_withheld }) => money_withheld)!;
    const spending = (number: string): InsightAnswer =>
      JSON.parse(JSON.stringify(vector.stored_answer).replaceAll('91820000000', number)) as InsightAnswer;
    const shownOf = (number: string, artifact_salt: string): ReportRunOpenV1 => {
      const salted = { ...vector, artifact_salt };
      const answer = spending(number);
      const stored = storedOf(salted, ours(salted, answer));
      const sizes = { byte_count: canonicalByteLength(answer) };
      return openRun({
        stored: {
          ...stored,
          run: { ...stored.run, ...sizes },
          redactedByteCount: canonicalByteLength(vector.shown_answer),
        },
        answer,
        mayReadCost: false,
        mayReadDimensions: true,
        now: new Date(vector.window.to),
      });
    };
    const shown = shownOf('238407', newArtifactSalt());
    const { artifact_salt: unknown, ...known } = vector;
    expect(JSON.stringify(shown)).not.toContain(unknown);
    expect(shown.artifact_digest).not.toBe(ours({ ...known, artifact_salt: '' }, spending('238407'), false));
    // All members for another sum are equal, except for a digest that reveals nothing without its salt.
    expect({ ...shownOf('91820000000', newArtifactSalt()), artifact_digest: '' }).toEqual({
      ...shown,
      artifact_digest: '',
    });
    expect(shown.byte_count).toBe(canonicalByteLength(shown.answer));
  });

  it.each([
    ['is there', 'ready', (vector: Vector) => vector.stored_answer],
    ['has expired', 'expired', () => undefined],
  ] as const)(
    'are absent for an answer that was stored without a salt and %s, if money is withheld',
    (_, state, answerOf) => {
      const vector = vectors.find(({ money_withheld }) => money_withheld)!;
      const { run } = storedOf(vector, ours(vector, vector.stored_answer, false));
      const open = (mayReadCost: boolean): ReportRunOpenV1 =>
        openRun({
          stored: { run: { ...run, state, byte_count: 1_622 }, scopeEnvironmentIds: [] },
          answer: answerOf(vector),
          mayReadCost,
          mayReadDimensions: true,
          now: new Date(vector.window.to),
        });
      expect(open(true)).toMatchObject({ artifact_digest: run.artifact_digest, byte_count: 1_622 });
      const byteCount = state === 'ready' ? canonicalByteLength(vector.shown_answer) : 0;
      expect(open(false)).toMatchObject({ artifact_digest: '', byte_count: byteCount });
    },
  );

  it('change with every part that they cover', () => {
    const vector = vectors[0]!;
    const others: Vector[] = [
      { ...vector, question: { ...vector.question, schema: 2 } },
      { ...vector, window: { ...vector.window, from: '2026-03-01T08:00:00.001Z' } },
      { ...vector, view_revision: '2' },
      { ...vector, artifact_salt: newArtifactSalt() },
    ];
    const digests = [vector, ...others].map((one) => ours(one, vector.stored_answer));
    expect(new Set([...digests, ours(vector, { ...vector.stored_answer, truncated: true })]).size).toBe(6);
  });
});

describe('a canonical form in pieces', () => {
  it('equals another implementation, for any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        expect(canonicalJson(value)).toBe(referenceCanonicalJson(value));
        expect(sha256Digest(value)).toBe(sha256(referenceCanonicalJson(value)));
      }),
      { numRuns: 300 },
    );
  });

  it('omits undefined values like JSON, and writes instants as texts', () => {
    const value = { b: undefined, a: [undefined, { c: undefined }], d: new Date(0) };
    expect(canonicalJson(value)).toBe('{"a":[null,{}],"d":"1970-01-01T00:00:00.000Z"}');
  });

  it('refuses values without a JSON form', () => {
    expect(() => canonicalJson(undefined)).toThrow('A value without a JSON form has no canonical form.');
  });
});
