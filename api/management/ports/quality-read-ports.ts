import type { CoverageReader } from '../../../analytics/quality/coverage/coverage-reader.ts';
import type { DriftReader } from '../../../analytics/quality/drift/drift-reader.ts';
import type { ReadLabelledRows } from '../../../analytics/quality/labelled-rows/labelled-window-reader.ts';
import type { MetacostReader } from '../../../analytics/quality/metacost/metacost-reader.ts';
import type { SummaryReader } from '../../../analytics/quality/summary/summary-reader.ts';
import type { CalibrationPorts } from './calibration-ports.ts';

/** The readers behind quality reads and the cost of measuring. */
export interface QualityReadSources {
  readonly coverage: CoverageReader;
  readonly drift: DriftReader;
  readonly summary: SummaryReader;
  readonly metacost: MetacostReader;
  readonly readLabelled: ReadLabelledRows;
  /** The configured drift detectors, which may contain unknown ids. */
  readonly detectors: readonly string[];
}

/** The ports of quality reads. */
export interface QualityReadPorts extends CalibrationPorts {
  /** Absent if the deployment has no ClickHouse. */
  readonly qualityReads?: QualityReadSources | undefined;
}
