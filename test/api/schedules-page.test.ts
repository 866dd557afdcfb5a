import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReportSchedulePreview, ReportSchedulePreviewQuery } from '../../contracts/report-schedule-preview.ts';
import { CADENCE_CODES } from '../../domain/cadence/cadence-codes.ts';
import { TestApi } from '../support/api/test-api.ts';

const page = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'schedules.md'), 'utf8');

describe('docs/schedules.md', () => {
  it('shows what a preview answers: a gap and a fold', async () => {
    const documents = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, text]) => JSON.parse(text!) as unknown);
    expect(documents).toHaveLength(4);
    const { reportSchedules } = new TestApi().client();
    for (const index of [0, 2]) {
      const { data } = await reportSchedules.preview(documents[index] as ReportSchedulePreviewQuery);
      expect({ data }).toEqual(documents[index + 1]);
    }
    const shown = [documents[1], documents[3]] as { data: ReportSchedulePreview }[];
    expect(shown.map(({ data }) => data.map(({ note }) => note))).toEqual([
      ['', 'dst_gap', ''],
      ['', 'dst_fold', ''],
    ]);
  });

  it('lists exactly the codes of what can be wrong with a cadence', () => {
    const listed = [...page.matchAll(/^\| `([a-z_]+)` +\| (?:`\/|the member)/gm)].map(([, code]) => code);
    expect(listed).toEqual([...CADENCE_CODES]);
  });
});
