import { describe, expect, it } from 'vitest';
import { makeAnswer } from '../../../testing/api/answers.ts';
import { makeReport, type MadeReport } from '../../../testing/api/made-report.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';

/** Creates a ready run whose answer disappears just after the run was read. `meanwhile` runs at the same moment. */
async function losingItsAnswer(meanwhile: (made: MadeReport) => unknown): Promise<MadeReport> {
  const made = await makeReport();
  const { plane } = made.api;
  plane.answers.set(made.run.run_id, makeAnswer());
  plane.settle(made.run.run_id, { state: 'ready' });
  plane.reports.answerOf = async () => {
    await meanwhile(made);
    return undefined;
  };
  return made;
}

const deleted = ({ api, report }: MadeReport): unknown => api.plane.reports.delete(report.report_id);
const swept = ({ api, run }: MadeReport): unknown => api.plane.settle(run.run_id, { state: 'expired' });

describe('a run whose answer disappears while it is opened', () => {
  it('is 404 for reads and exports, if its report is deleted', async () => {
    const read = await losingItsAnswer(deleted);
    expect(await toRefusal(read.api.client().reports.runs.get(...read.at))).toMatchObject({ status: 404 });
    for (const format of ['json', 'csv'] as const) {
      const { api, at } = await losingItsAnswer(deleted);
      expect(await toRefusal(api.client().reports.runs.export(...at, format))).toMatchObject({ status: 404 });
    }
  });

  it('is expired if a sweep with a faster clock removes it: never ready without an answer', async () => {
    const { api, at } = await losingItsAnswer(swept);
    const { data } = await api.client().reports.runs.get(...at);
    expect(data).toMatchObject({ state: 'expired', presentation_digest: '', money_withheld: false });
    expect(data).not.toHaveProperty('answer');
  });
});
