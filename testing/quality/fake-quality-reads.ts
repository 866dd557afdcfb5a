import type { QualityReadSources } from '../../api/management/ports/quality-read-ports.ts';
import type { QualityQuestion } from '../../analytics/quality/verdicts/quality-question.ts';
import type { Refusal } from '../../domain/kernel/errors.ts';
import type { CoverageEvidence } from '../../domain/quality/coverage/coverage-evidence.ts';
import type { DailyVerdicts, VerdictLevel } from '../../domain/quality/drift/drift-evidence.ts';
import type { LabelledRow } from '../../domain/quality/labelled-row.ts';
import type { MeasuringSpend } from '../../domain/quality/metacost/summarize-spend.ts';
import type { RowProvenance } from '../../domain/quality/join-provenance.ts';
import type { RatedSegment, SegmentCost } from '../../domain/quality/summary/summary-evidence.ts';

/** The facts behind quality reads, in memory. */
export class FakeQualityReads {
  coverage: CoverageEvidence = { answered: [], judged: [], labelled: [] };
  rated: RatedSegment[] = [];
  costs: SegmentCost[] = [];
  labelled: LabelledRow[] = [];
  days: DailyVerdicts[] = [];
  levels: VerdictLevel[] = [];
  sums: MeasuringSpend[] = [];
  provenance: RowProvenance = { highWater: undefined, demoRows: 0, estimatedRows: 0 };
  detectors: string[] = [];
  /** The refusal of each read; undefined while reads work. */
  fault: Refusal | undefined;
  /** The questions so far, oldest first. */
  readonly questions: QualityQuestion[] = [];
  /** The searches for labelled rows so far, oldest first. */
  readonly labelSearches: Parameters<QualityReadSources['readLabelled']>[0][] = [];

  get sources(): QualityReadSources {
    const { provenance, detectors } = this;
    return {
      detectors,
      coverage: { read: (question) => this.#answer(question, { evidence: this.coverage, provenance }) },
      summary: {
        read: (question) => this.#answer(question, { rated: this.rated, costs: this.costs, provenance }),
      },
      drift: {
        read: (question, units) => {
          const { days, levels } = this;
          return this.#answer(question, { units: units.map((unit) => ({ unit, days, levels })), provenance });
        },
      },
      metacost: { read: (question) => this.#answer(question, { sums: this.sums, provenance }) },
      readLabelled: ({ workspaceId, from, until }, take) => {
        this.labelSearches.push({ workspaceId, from, until });
        for (const row of this.labelled) take(row);
        return Promise.resolve();
      },
    };
  }

  #answer<Answer>(question: QualityQuestion, answer: Answer): Promise<Answer> {
    this.questions.push(question);
    return this.fault === undefined ? Promise.resolve(answer) : Promise.reject(this.fault);
  }
}
