import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../clients/typescript/operations.ts';
import { ReportInboxItemV1Schema } from '../../../contracts/schedules/report-inbox-item.ts';
import { type ReportScheduleCreate, ReportScheduleCreateSchema } from '../../../contracts/schedules/report-schedule.ts';
import type {
  ReportSchedulePreview,
  ReportSchedulePreviewQuery,
} from '../../../contracts/schedules/report-schedule-preview.ts';
import {
  OCCURRENCE_CANCEL_CODES,
  OCCURRENCE_FAILURE_CODES,
  OCCURRENCE_STATES,
} from '../../../domain/schedules/report-occurrence.ts';
import { PAUSE_REASONS } from '../../../domain/schedules/report-schedule.ts';
import { CADENCE_CODES } from '../../../domain/kernel/fault-codes.ts';
import { makeReport } from '../../../testing/api/made-report.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

const page = await readFile(join(import.meta.dirname, '..', '..', '..', 'docs', 'schedules.md'), 'utf8');

const documents = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, text]) => JSON.parse(text!) as unknown);
const [creation, gap, gapAnswer, fold, foldAnswer, item, notification] = documents;

describe('docs/schedules.md', () => {
  it('shows the answer of a preview: a gap and a fold', async () => {
    expect(documents).toHaveLength(7);
    const { reportSchedules } = new TestApi().client();
    for (const [question, answer] of [
      [gap, gapAnswer],
      [fold, foldAnswer],
    ]) {
      const { data } = await reportSchedules.preview(question as ReportSchedulePreviewQuery);
      expect({ data }).toEqual(answer);
    }
    const shown = [gapAnswer, foldAnswer] as { data: ReportSchedulePreview }[];
    expect(shown.map(({ data }) => data.map(({ note }) => note))).toEqual([
      ['', 'dst_gap', ''],
      ['', 'dst_fold', ''],
    ]);
  });

  it('lists exactly the codes of cadence faults', () => {
    const listed = [...page.matchAll(/^\| `([a-z_]+)` +\| (?:`\/|the member)/gm)].map(([, code]) => code);
    expect(listed).toEqual([...CADENCE_CODES]);
  });

  it('shows a body that creates a schedule, except for the id of its report', async () => {
    const { api, report } = await makeReport();
    const body = { ...(creation as ReportScheduleCreate), report_id: report.report_id };
    expect(Value.Check(ReportScheduleCreateSchema, creation)).toBe(true);
    expect((await api.client().reportSchedules.create(body)).data).toMatchObject({
      cadence: body.cadence,
      recipient_subject_ids: body.recipient_subject_ids,
      paused: false,
    });
  });

  it('shows an item as in the inbox list', () => {
    expect([item, notification].flatMap((one) => [...Value.Errors(ReportInboxItemV1Schema, one)])).toEqual([]);
    const members = Object.keys(ReportInboxItemV1Schema.properties);
    expect(Object.keys(notification as object)).toEqual(members);
    expect(Object.keys(item as object)).toEqual(members.filter((member) => member !== 'notice'));
  });

  it('lists exactly the operations of schedules and the inbox, with their methods and paths', () => {
    const rows = [
      ...page.matchAll(
        /^\| `(customer\.report_[a-z_.]+)` +\| `([A-Z]+)(?: of the same| ([^`]+))?`(?: of the same)? +\| (\d+)/gm,
      ),
    ];
    let path: string | undefined;
    const listed = rows.map(([, name, method, own, status]) => {
      path = own ?? path;
      return [name, method, path, Number(status)];
    });
    const described = Object.entries(OPERATIONS)
      .filter(([name]) => name.startsWith('customer.report_'))
      .map(([name, { method, path: at, success }]) => [name, method, at, success]);
    expect(listed.sort()).toEqual(described.sort());
  });

  it.each([
    ['occurrence states', OCCURRENCE_STATES],
    ['pause reasons', PAUSE_REASONS.filter((reason) => reason !== '')],
    ['failure codes', [...OCCURRENCE_FAILURE_CODES, ...OCCURRENCE_CANCEL_CODES]],
  ])('lists the %s', (_what, names) => {
    const listed = [...page.matchAll(/^\| (`[a-z_`, ]+`) +\|/gm)].flatMap(([, cell]) => cell!.match(/[a-z_]+/g)!);
    expect(listed).toEqual(expect.arrayContaining([...names]));
  });
});
